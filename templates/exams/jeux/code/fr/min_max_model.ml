(* Morpion : min-max avec mémoire, min-max de profondeur limitée.

   Complétez les cinq endroits marqués (1) à (5), chacun à la place d’une expression. Une grille est une chaîne de neuf
   marques 'X', 'O' ou '.', ligne par ligne ; le joueur 0 écrit X et commence, le joueur 1 écrit O. *)

let lines = [ [0; 1; 2]; [3; 4; 5]; [6; 7; 8]; [0; 3; 6]; [1; 4; 7]; [2; 5; 8]; [0; 4; 8]; [2; 4; 6] ]
let v_max = 100

(* Toutes les marques de la ligne, ou au moins une, sont-elles égales à la marque donnée ? *)
let all grid mark line = List.for_all (fun cell -> grid.[cell] = mark) line
let some grid mark line = List.exists (fun cell -> grid.[cell] = mark) line

(* 1 si X a une ligne, −1 si O en a une, 0 sinon. *)
let outcome grid =
  if List.exists (all grid 'X') lines then 1 else if List.exists (all grid 'O') lines then -1 else 0

(* Les grilles auxquelles mène un coup du joueur ; aucune si la partie est finie. *)
let successors player grid =
  let mark = if player = 0 then 'X' else 'O' in
  let after cell = String.mapi (fun other old -> if other = cell then mark else old) grid in
  let free = List.filter (fun cell -> grid.[cell] = '.') [0; 1; 2; 3; 4; 5; 6; 7; 8] in
  if outcome grid <> 0 then [] else List.map after free

(* Le nombre de lignes ouvertes à X moins celui des lignes ouvertes à O ; 100 ou −100 si la partie est gagnée. *)
let heuristic grid =
  let open_against rival = List.length (List.filter (fun line -> not (some grid rival line)) lines) in
  if outcome grid <> 0 then v_max * outcome grid else open_against 'O' - open_against 'X'

(* La plus grande valeur d’une liste pour le joueur 0, la plus petite pour le joueur 1. *)
let best player values =
  List.fold_left (if player = 0 then max else min) (List.hd values) (List.tl values)

(* La valeur d’une grille, 1, 0 ou −1 ; la table `memory` garde les valeurs, pour n’explorer chaque grille qu’une fois. *)
let rec min_max player grid memory =
  match
    (* (1) La valeur connue de la grille : Some valeur, ou None. *)
    Hashtbl.find_opt memory grid

  with
  | Some known -> known
  | None ->
    let value =
      match successors player grid with
      | [] -> outcome grid
      | following ->
        (* (2) La meilleure valeur pour le joueur parmi celles des grilles successeurs. *)
        best player (List.map (fun after -> min_max (1 - player) after memory) following)

    in
    let () =
      (* (3) Garder la valeur. *)
      Hashtbl.replace memory grid value

    in
    value

(* La valeur min-max d’une grille, l’heuristique remplaçant la recherche au-delà de `depth` coups. *)
let rec depth_limited player grid depth =
  let following = successors player grid in
  if
    (* (4) Dans quel cas la recherche s’arrête-t-elle en renvoyant la valeur de l’heuristique ? *)
    depth = 0 || following = []

  then heuristic grid
  else
    (* (5) La meilleure valeur pour le joueur, un coup moins profond. *)
    best player (List.map (fun after -> depth_limited (1 - player) after (depth - 1)) following)
