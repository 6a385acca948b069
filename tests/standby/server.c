/* Preloaded into a tool of LLVM: stops before `main`, and forks for each run that a client asks for.

   When the dynamic loader calls __libc_start_main, the constructors of libLLVM have run: that is what a start costs. A client sends
   its three standard streams and a file with its folder, which streams are closed, umask, words and environment (see client.c); it
   gets the status of the run. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_RUNS = 64, STREAMS = 3, DESCRIPTORS = 4 };

static struct pollfd polled[2 + MOST_RUNS]; /* where clients call, what children say, and the clients whose runs go on */
static pid_t runs[MOST_RUNS];
static int running;

/* Which standard streams are closed; the words, a null pointer, the environment, and a null pointer, as a program gets them from the kernel. */
static char **read_request(int file, int *count, char *closed) {
    struct stat size;
    char *text, *at, *end;
    char **block;
    int length = 0;
    if (fstat(file, &size) || size.st_size == 0) _exit(127);
    text = mmap(NULL, size.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
    if (text == MAP_FAILED) _exit(127);
    end = text + size.st_size;
    block = calloc(size.st_size + 2, sizeof *block);
    at = text;
    if (chdir(at)) _exit(127);
    at += strlen(at) + 1;
    memcpy(closed, at, STREAMS);
    at += strlen(at) + 1;
    umask(atoi(at));
    at += strlen(at) + 1;
    *count = atoi(at);
    for (at += strlen(at) + 1; at < end; at += strlen(at) + 1) {
        if (length == *count) length++;
        block[length++] = at;
    }
    return block;
}

static void forget(int index) {
    close(polled[2 + index].fd);
    running--;
    polled[2 + index] = polled[2 + running];
    runs[index] = runs[running];
}

static void answer_ended_runs(void) {
    struct signalfd_siginfo ignored;
    int status, index;
    pid_t ended;
    if (read(polled[1].fd, &ignored, sizeof ignored) < 0) return;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0)
        for (index = 0; index < running; index++)
            if (runs[index] == ended) {
                send(polled[2 + index].fd, &status, sizeof status, MSG_NOSIGNAL);
                forget(index);
                break;
            }
}

/* Returns in the forked process alone, as the run. */
static int accept_run(char ***words, int *count) {
    char byte, closed[STREAMS], control[CMSG_SPACE(DESCRIPTORS * sizeof(int))];
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    int descriptors[DESCRIPTORS], index, client = accept4(polled[0].fd, NULL, NULL, SOCK_CLOEXEC);
    pid_t run;
    if (client < 0) return 0;
    if (recvmsg(client, &message, 0) != 1 || !CMSG_FIRSTHDR(&message)) return close(client), 0;
    memcpy(descriptors, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof descriptors);
    run = fork();
    if (run == 0) {
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (index = 0; index < 2 + running; index++) close(polled[index].fd);
        close(client);
        *words = read_request(descriptors[STREAMS], count, closed);
        for (index = 0; index < STREAMS; index++) dup2(descriptors[index], index);
        for (index = 0; index < DESCRIPTORS; index++)
            if (descriptors[index] >= STREAMS) close(descriptors[index]);
        for (index = 0; index < STREAMS; index++)
            if (closed[index] == 'c') close(index);
        return 1;
    }
    for (index = 0; index < DESCRIPTORS; index++) close(descriptors[index]);
    runs[running] = run;
    polled[2 + running++] = (struct pollfd){client, POLLIN, 0};
    return 0;
}

static void serve(const char *path, char ***words, int *count) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    sigset_t children;
    int index;
    const struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    sigprocmask(SIG_BLOCK, &children, NULL);
    /* Clients look for the path, so that it is there when they can call. */
    snprintf(name.sun_path, sizeof name.sun_path, "%s.new", path);
    polled[0] = (struct pollfd){socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), POLLIN, 0};
    polled[1] = (struct pollfd){signalfd(-1, &children, SFD_CLOEXEC), POLLIN, 0};
    if (bind(polled[0].fd, (struct sockaddr *)&name, sizeof name) || listen(polled[0].fd, MOST_RUNS) ||
        rename(name.sun_path, path))
        _exit(127);
    for (;;) {
        polled[0].events = running < MOST_RUNS ? POLLIN : 0;
        if (poll(polled, 2 + running, -1) < 0) continue;
        if (polled[1].revents) answer_ended_runs();
        else if (polled[0].revents) {
            if (accept_run(words, count)) return;
        } else
            for (index = 0; index < running; index++)
                if (polled[2 + index].revents) kill(runs[index], SIGKILL); /* its client has ended */
    }
}

int __libc_start_main(int (*main)(int, char **, char **), int count, char **words, void (*init)(void), void (*fini)(void),
                      void (*loader_fini)(void), void *stack_end) {
    int (*start)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void), void *) =
        dlsym(RTLD_NEXT, "__libc_start_main");
    const char *path = getenv("STANDBY_SOCKET");
    if (path) serve(path, &words, &count);
    return start(main, count, words, init, fini, loader_fini, stack_end);
}
