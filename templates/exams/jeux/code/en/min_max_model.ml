(* Tic-tac-toe: min-max with a memory, min-max of limited depth.

   Complete the five places marked (1) to (5), each by an expression. A grid is a string of nine marks 'X', 'O' or '.',
   row by row; player 0 writes X and begins, player 1 writes O. *)

let lines = [ [0; 1; 2]; [3; 4; 5]; [6; 7; 8]; [0; 3; 6]; [1; 4; 7]; [2; 5; 8]; [0; 4; 8]; [2; 4; 6] ]
let v_max = 100

(* Whether all marks of a line, or some, are the given one. *)
let all grid mark line = List.for_all (fun cell -> grid.[cell] = mark) line
let some grid mark line = List.exists (fun cell -> grid.[cell] = mark) line

(* 1 if X has a line, -1 if O has one, 0 otherwise. *)
let outcome grid =
  if List.exists (all grid 'X') lines then 1 else if List.exists (all grid 'O') lines then -1 else 0

(* The grids that a move of the player leads to, none if the game is over. *)
let successors player grid =
  let mark = if player = 0 then 'X' else 'O' in
  let after cell = String.mapi (fun other old -> if other = cell then mark else old) grid in
  let free = List.filter (fun cell -> grid.[cell] = '.') [0; 1; 2; 3; 4; 5; 6; 7; 8] in
  if outcome grid <> 0 then [] else List.map after free

(* Lines still open to X minus lines open to O; 100 or -100 once the game is won. *)
let heuristic grid =
  let open_against rival = List.length (List.filter (fun line -> not (some grid rival line)) lines) in
  if outcome grid <> 0 then v_max * outcome grid else open_against 'O' - open_against 'X'

(* The greatest value of a list for player 0, the least for player 1. *)
let best player values =
  List.fold_left (if player = 0 then max else min) (List.hd values) (List.tl values)

(* The value of a grid, 1, 0 or -1; the table `memory` keeps those found, so that none is looked at twice. *)
let rec min_max player grid memory =
  match
    (* (1) The known value of the grid: Some value, or None. *)
    Hashtbl.find_opt memory grid

  with
  | Some known -> known
  | None ->
    let value =
      match successors player grid with
      | [] -> outcome grid
      | following ->
        (* (2) The best value for the player among those of the grids that follow. *)
        best player (List.map (fun after -> min_max (1 - player) after memory) following)

    in
    let () =
      (* (3) Keep the value. *)
      Hashtbl.replace memory grid value

    in
    value

(* The min-max value of a grid, the heuristic standing for what is more than `depth` moves away. *)
let rec depth_limited player grid depth =
  let following = successors player grid in
  if
    (* (4) When does the search stop, with the value of the heuristic? *)
    depth = 0 || following = []

  then heuristic grid
  else
    (* (5) The best value for the player, one move less deep. *)
    best player (List.map (fun after -> depth_limited (1 - player) after (depth - 1)) following)
