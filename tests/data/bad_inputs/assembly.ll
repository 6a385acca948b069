	.text
	.globl	f
f:
	retq
