;; Uses the language server in Emacs, by eglot: diagnostics, definition, rename. Prints what it finds as JSON, a line each.
;; Before Emacs 29, eglot is a package.
(unless (require 'eglot nil t)
  (package-initialize)
  (require 'eglot))
(require 'json)
(require 'xref)

(setq folder (file-name-as-directory (getenv "PYLLVM_FOLDER"))
      eglot-sync-connect 60
      eglot-autoshutdown nil
      eglot-confirm-server-initiated-edits nil
      make-backup-files nil
      create-lockfiles nil)

;; eglot asks before it changes other files.
(fset 'y-or-n-p (lambda (&rest _) t))

(defun report (name value)
  (princ (concat (json-encode (vector name value)) "\n")))

(defun wait-for (done)
  (let ((end (+ (float-time) 60)))
    (while (and (< (float-time) end) (not (funcall done)))
      (accept-process-output nil 0.05))))

;; The same lines as in docs/editors.md.
(define-derived-mode llvm-ir-mode prog-mode "LLVM IR" (setq-local comment-start ";"))
(add-to-list 'auto-mode-alist '("\\.ll\\'" . llvm-ir-mode))
(add-to-list 'eglot-server-programs
             (cons 'llvm-ir-mode (append (json-parse-string (getenv "PYLLVM_LSP") :array-type 'list) nil)))

(find-file (concat folder "main.ll"))
(call-interactively 'eglot)
(wait-for (lambda () (flymake-start) (flymake-diagnostics)))
(report "diagnostics" (vconcat (mapcar #'flymake-diagnostic-text (flymake-diagnostics))))

(goto-char (point-min))
(search-forward "call i32 @tw")
(report "definition"
        (vconcat (mapcar (lambda (one)
                  (let ((place (xref-item-location one)))
                    (vector (file-name-nondirectory (xref-location-group place)) (1- (xref-location-line place)))))
                (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot)))))

(eglot-rename "double")
(save-some-buffers t)
(report "rename" (with-temp-buffer (insert-file-contents (concat folder "main.ll")) (nth 3 (split-string (buffer-string) "\n"))))
(report "rename there" (with-temp-buffer (insert-file-contents (concat folder "twice.ll")) (car (split-string (buffer-string) "\n"))))
(kill-emacs 0)
