"""Files that hold other files, among them modules: each form has a module that takes it apart into named parts."""
