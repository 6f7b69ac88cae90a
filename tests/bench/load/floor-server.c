/*
 * The floor: the least the kernel asks for sending one frame to many. Takes every connection on a
 * free port of the loopback, and for each line `send SEQ LENGTH` on standard input writes one frame
 * of so many bytes to each of them. It reads nothing and ends with its standard input.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define MAX_CLIENTS 100000
#define MAX_LENGTH 16000

static int clients[MAX_CLIENTS];
static int count;

/* One text frame, not masked, as a server sends it. */
static int make_frame(char *frame, unsigned long seq, int length) {
  frame[0] = (char)0x81;
  frame[1] = 126;
  frame[2] = (char)(length >> 8);
  frame[3] = (char)length;
  int head = sprintf(frame + 4, "{\"version\":%lu,\"from\":%lu,\"pad\":\"", seq, seq - 1);
  memset(frame + 4 + head, 'x', (size_t)(length - head));
  memcpy(frame + 4 + length - 2, "\"}", 2);
  return 4 + length;
}

static void broadcast(unsigned long seq, int length) {
  static char frame[MAX_LENGTH + 8];
  int size = make_frame(frame, seq, length), sent = 0, left = 0;
  for (int i = 0; i < count; i++) {
    ssize_t n = send(clients[i], frame, (size_t)size, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (n == size) sent++;
    if (n < 0 && errno != EAGAIN) close(clients[i]);
    else clients[left++] = clients[i];
  }
  count = left;
  printf("sent %lu %d\n", seq, sent);
  fflush(stdout);
}

int main(void) {
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 4096) ||
      getsockname(listener, (struct sockaddr *)&address, &size)) {
    perror("floor-server");
    return 1;
  }
  printf("listening %d\n", ntohs(address.sin_port));
  fflush(stdout);
  struct pollfd watched[2] = {{.fd = listener, .events = POLLIN}, {.fd = 0, .events = POLLIN}};
  char text[1024];
  size_t length = 0;
  while (poll(watched, 2, -1) > 0) {
    if (watched[0].revents) {
      for (int fd; count < MAX_CLIENTS && (fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0;) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
        clients[count++] = fd;
      }
    }
    if (watched[1].revents) {
      ssize_t n = read(0, text + length, sizeof text - 1 - length);
      if (n <= 0) return 0;
      text[length += (size_t)n] = 0;
      char *line = text;
      for (char *stop; (stop = strchr(line, '\n')); line = stop + 1) {
        unsigned long seq;
        int bytes;
        if (sscanf(line, "send %lu %d", &seq, &bytes) == 2 && bytes >= 128 && bytes <= MAX_LENGTH) broadcast(seq, bytes);
      }
      length -= (size_t)(line - text);
      memmove(text, line, length);
    }
  }
  return 1;
}
