"""The requests of the Language Server Protocol, answered from the sessions of the open files. It needs pygls."""
