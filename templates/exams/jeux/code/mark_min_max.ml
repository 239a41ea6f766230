(* Mark the completed min_max.ml of the same folder: ocaml mark_min_max.ml (the file is run: read it first).
   Corrige le min_max.ml complété du même dossier (le fichier est exécuté : lisez-le avant). *)

module Reference = struct
  let lines = [ [0; 1; 2]; [3; 4; 5]; [6; 7; 8]; [0; 3; 6]; [1; 4; 7]; [2; 5; 8]; [0; 4; 8]; [2; 4; 6] ]
  let cells = [0; 1; 2; 3; 4; 5; 6; 7; 8]
  let empty = String.make 9 '.'
  let begun = ["X...O...."; "XX.OO...."; "XOXOOX.X."; "XO.OX...X"]
  let count mark grid = List.length (List.filter (fun cell -> grid.[cell] = mark) cells)
  let mover grid = count 'X' grid - count 'O' grid
  let full grid mark line = List.for_all (fun cell -> grid.[cell] = mark) line
  let won grid = Bool.to_int (List.exists (full grid 'X') lines) - Bool.to_int (List.exists (full grid 'O') lines)

  (* The heuristic of the file. *)
  let open_lines grid =
    let free_of mark = List.length (List.filter (List.for_all (fun cell -> grid.[cell] <> mark)) lines) in
    if won grid <> 0 then 100 * won grid else free_of 'O' - free_of 'X'

  (* The min-max value by the definition, without memory. *)
  let rec value player grid depth leaf =
    let free = if won grid <> 0 then [] else List.filter (fun cell -> grid.[cell] = '.') cells in
    let after cell = String.mapi (fun other old -> if other = cell then "XO".[player] else old) grid in
    if depth = 0 || free = [] then leaf grid
    else
      let below = List.map (fun cell -> value (1 - player) (after cell) (depth - 1) leaf) free in
      List.fold_left (if player = 0 then max else min) (List.hd below) below

  let differing name found wanted =
    if found = wanted then [] else [Printf.sprintf "%s: %d ≠ %d" name found wanted]
end

#use "min_max.ml";;

open Reference

let check_values () =
  List.concat_map
    (fun grid -> differing grid (min_max (mover grid) grid (Hashtbl.create 9)) (value (mover grid) grid 9 won))
    begun

(* Every grid met is kept; what the memory holds is believed, even when it is wrong. *)
let check_memory () =
  let memory, told = Hashtbl.create 9, Hashtbl.create 9 in
  Hashtbl.replace told empty 7;
  ignore (min_max 0 empty memory);
  differing "Hashtbl.length" (Hashtbl.length memory) 5478 @ differing "memory" (min_max 0 empty told) 7

let check_depth () =
  List.concat_map
    (fun grid ->
      List.concat_map
        (fun depth ->
          let name = Printf.sprintf "%s, %d" grid depth in
          differing name (depth_limited (mover grid) grid depth) (value (mover grid) grid depth open_lines))
        [0; 1; 2; 3])
    (empty :: begun)

(* Whether a test fails; says so. *)
let fails (name, check) =
  let wrong = try check () with error -> [Printexc.to_string error] in
  Printf.printf "%s %s %s\n" (if wrong = [] then "ok " else "≠  ") name (String.concat "; " wrong);
  wrong <> []

let () =
  exit
    (List.length
       (List.filter fails
          [ "min_max", check_values;
            "memory", check_memory;
            "depth_limited", check_depth ]))
