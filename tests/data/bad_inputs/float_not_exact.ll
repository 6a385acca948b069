@tenth = global float 0.1
