/* Runs a tool of LLVM in the process that has it loaded (server.c): it is started under the name of the tool, and ends as the tool. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int failed(const char *what) {
    perror(what);
    return 127;
}

/* The link to this program that stands beside the socket; tests put it under other links. */
static const char *tool(void) {
    static char path[2][PATH_MAX];
    ssize_t length;
    int turn = 0;
    strncpy(path[0], (const char *)getauxval(AT_EXECFN), PATH_MAX - 1);
    while ((length = readlink(path[turn], path[!turn], PATH_MAX - 1)) > 0) {
        path[!turn][length] = 0;
        if (!strcmp(strrchr(path[!turn], '/'), "/client")) break;
        turn = !turn;
    }
    return path[turn];
}

int main(int count, char **words) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    int server, request, status, number;
    const mode_t mask = umask(0);
    char byte = 0, control[CMSG_SPACE(4 * sizeof(int))] = {0}, *folder = getcwd(NULL, 0);
    int descriptors[4];
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    char **each, closed[4] = "...";
    FILE *out;
    /* A standard stream that is closed here is closed there: something has to be sent in its place. */
    for (number = 0; number < 3; number++) {
        if (fcntl(number, F_GETFD) < 0) {
            closed[number] = 'c';
            open("/dev/null", O_RDWR);
        }
        descriptors[number] = number;
    }
    server = socket(AF_UNIX, SOCK_STREAM, 0);
    request = descriptors[3] = memfd_create("request", 0);
    out = fdopen(dup(request), "w");
    fprintf(out, "%s%c%s%c%d%c%d%c", folder, 0, closed, 0, mask, 0, count, 0);
    for (each = words; *each; each++) fwrite(*each, strlen(*each) + 1, 1, out);
    for (each = environ; *each; each++) fwrite(*each, strlen(*each) + 1, 1, out);
    if (fclose(out)) return failed("the request");
    snprintf(name.sun_path, sizeof name.sun_path, "%s.socket", tool());
    if (connect(server, (struct sockaddr *)&name, sizeof name)) return failed(name.sun_path);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof descriptors);
    memcpy(CMSG_DATA(head), descriptors, sizeof descriptors);
    if (sendmsg(server, &message, 0) != 1) return failed("the request");
    if (recv(server, &status, sizeof status, MSG_WAITALL) != sizeof status) return failed("the answer");
    if (WIFSIGNALED(status)) {
        const struct rlimit no_core = {0, 0};
        setrlimit(RLIMIT_CORE, &no_core);
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    return WEXITSTATUS(status);
}
