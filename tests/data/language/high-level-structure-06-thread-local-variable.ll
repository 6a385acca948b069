; Global Variables: a thread-local variable of one model.
@G = thread_local(initialexec) global i32 0, align 4
