"""Files that contain other files, such as archives of modules. Each format has a module that splits it into named parts."""
