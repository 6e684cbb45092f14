begin_version
3
end_version
begin_metric
0
end_metric
1
begin_variable
var0
-1
1
Atom p()
end_variable
0
begin_state
0
end_state
begin_goal
0
end_goal
0
0
