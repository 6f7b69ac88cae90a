/*
 * Many spectators in one thread: opens connections, answers pings, counts what arrives and how late.
 *
 *   load-client PROTOCOL PORT PATH SOURCES SECONDS
 *
 * PROTOCOL  sio: websocket with the few packets of Engine.IO and Socket.IO that a viewer needs
 *           ws: plain websocket; http: see `get`
 * SOURCES   so many addresses from 127.0.0.2 on to connect from: each has its own ports
 * SECONDS   it ends after so long, whatever happens, and with its standard input
 *
 * Each line on standard input is a command, each but `stamp` and `ready` answered by one line of JSON:
 *
 *   ready TEXT             a connection counts as open at a message that begins so (sio; else at once)
 *   open COUNT AT_ONCE     opens so many more, at most AT_ONCE under way; answers when all are there
 *   stamp SEQ NANOSECONDS  when the news SEQ set out, on the monotonic clock; given before it does
 *   reset                  counts and latencies begin anew
 *   report                 what was counted since
 *   close                  ends every connection at once
 *   get COUNT TOTAL HEAD   http: TOTAL requests over COUNT connections; HEAD has its lines with | between
 *
 * News are messages with `"version":V` and `"from":N`; their latency is from the stamp of N + 1, the
 * oldest that they tell of, to after the recv.
 * The sockets are drained by a clock, every half millisecond: waking this process would else be
 * charged to whoever sends.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "frames.h"
#include "histogram.h"

#define DRAIN_NS 500000
#define HANDSHAKE_LIMIT_NS 60000000000ull
#define MAX_CONNECTIONS 100000
#define EVENTS 4096
#define PART 4096
#define RECEIVE 262144
#define LINE 16384
#define STAMPS 65536

enum state { UNUSED, CONNECTING, UPGRADING, JOINING, READY };

struct connection {
  int fd;
  enum state state;
  uint32_t news;
  uint32_t part_length;
  uint64_t skip;
  uint64_t started;
  bool is_asking;
  uint8_t *part;
};

static enum { SIO, WS, HTTP } protocol;
static int port, sources, poller;
static const char *path;
static char ready_text[128] = "", request[4096];
static struct connection *connections;
static int used, open_now;

/* The opening under way. */
static int to_start, at_once, under_way, opening, opened;
static uint64_t opening_since, last_ready;
static struct histogram connect_times;

/* The requests under way. */
static bool is_getting;
static int requests_left, requests_open;

static struct {
  uint64_t news, latest, bytes, messages, pings, failed, lost, unstamped, responses;
} counted;
static struct histogram latencies;
static uint64_t counted_since, cpu_since;
static uint64_t stamp_seq[STAMPS], stamp_ns[STAMPS];

static void read_commands(void);

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000ull + (uint64_t)t.tv_nsec;
}

static uint64_t cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000000ull + (uint64_t)t.tv_nsec;
}

static void answer_opened(void) {
  if (opening == 0 || (to_start > 0 || under_way > 0)) return;
  printf("{\"asked\":%d,\"opened\":%d,\"ms\":%.3f,", opening, opened, (double)(last_ready - opening_since) / 1e6);
  histogram_print(&connect_times, "each");
  printf("}\n");
  opening = 0;
}

static void end(struct connection *c, bool lost) {
  if (c->state == UNUSED) return;
  if (c->is_asking) {
    c->is_asking = false;
    requests_open--;
  }
  if (c->state == READY) {
    open_now--;
    if (lost) counted.lost++;
  } else {
    under_way--;
    counted.failed++;
  }
  /* No farewell: as a phone that loses its network, and without ports that wait. */
  setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0}, sizeof(struct linger));
  close(c->fd);
  free(c->part);
  c->part = NULL;
  c->state = UNUSED;
}

static void transmit(struct connection *c, const void *data, size_t length) {
  if (send(c->fd, data, length, MSG_DONTWAIT | MSG_NOSIGNAL) != (ssize_t)length) end(c, true);
}

static void say(struct connection *c, unsigned opcode, const void *payload, size_t length) {
  uint8_t frame[1200];
  if (length > 1100) length = 1100;
  transmit(c, frame, frame_make(frame, opcode, payload, (unsigned)length));
}

static void become_ready(struct connection *c) {
  if (c->state == READY) return;
  c->state = READY;
  under_way--;
  open_now++;
  opened++;
  last_ready = now_ns();
  histogram_add(&connect_times, last_ready - c->started);
}

static bool begins(const uint8_t *p, uint64_t n, const char *text) {
  size_t length = strlen(text);
  return n >= length && memcmp(p, text, length) == 0;
}

static bool find_number(const uint8_t *p, uint64_t n, const char *name, uint64_t *number) {
  const char *at = memmem(p, n, name, strlen(name));
  if (!at) return false;
  *number = 0;
  for (at += strlen(name); at < (const char *)p + n && *at >= '0' && *at <= '9'; at++) *number = *number * 10 + (uint64_t)(*at - '0');
  return true;
}

static void take_news(struct connection *c, const uint8_t *p, uint64_t n) {
  uint64_t from, version;
  if (!find_number(p, n, "\"from\":", &from)) return;
  counted.news++;
  c->news++;
  if (find_number(p, n, "\"version\":", &version) && version > counted.latest) counted.latest = version;
  uint64_t seq = from + 1;
  uint64_t now = now_ns();
  /* The stamp was written before the news set out, so it is here, but perhaps not read yet. */
  if (stamp_seq[seq % STAMPS] != seq) read_commands();
  if (stamp_seq[seq % STAMPS] == seq) histogram_add(&latencies, now - stamp_ns[seq % STAMPS]);
  else counted.unstamped++;
}

static void take_message(struct connection *c, unsigned opcode, const uint8_t *p, uint64_t n) {
  if (opcode == 8) {
    end(c, true);
    return;
  }
  if (opcode == 9) {
    counted.pings++;
    say(c, 10, p, n < 125 ? n : 125);
    return;
  }
  if (opcode != 1 && opcode != 2) return;
  counted.messages++;
  if (protocol != SIO) {
    take_news(c, p, n);
    return;
  }
  if (n == 1 && p[0] == '2') {
    counted.pings++;
    say(c, 1, "3", 1);
  } else if (n > 0 && p[0] == '0') {
    say(c, 1, "40", 2);
  } else if (begins(p, n, "44") || begins(p, n, "41")) {
    end(c, true);
  } else {
    if (c->state == JOINING && begins(p, n, ready_text)) become_ready(c);
    if (c->state != UNUSED && begins(p, n, "42")) take_news(c, p, n);
  }
}

static void ask(struct connection *c) {
  if (requests_left > 0) {
    requests_left--;
    requests_open++;
    c->is_asking = true;
    c->started = now_ns();
    transmit(c, request, strlen(request));
  }
}

/* The end of a head, or 0 while it is not whole. */
static uint64_t head_length(const uint8_t *p, uint64_t n) {
  const uint8_t *at = memmem(p, n, "\r\n\r\n", 4);
  return at ? (uint64_t)(at - p) + 4 : 0;
}

/* Returns how many bytes of the head were taken, 0 while it is not whole. */
static uint64_t take_head(struct connection *c, uint8_t *p, uint64_t n) {
  uint64_t length = head_length(p, n);
  if (length == 0) return 0;
  p[length - 2] = 0;
  if (protocol != HTTP) {
    if (!begins(p, n, "HTTP/1.1 101")) {
      end(c, true);
      return length;
    }
    c->state = JOINING;
    if (protocol == WS) become_ready(c);
    return length;
  }
  const char *size = strcasestr((char *)p, "\r\ncontent-length:");
  bool is_ok = begins(p, n, "HTTP/1.1 200"), is_same = begins(p, n, "HTTP/1.1 304");
  if (!(is_same || (is_ok && size))) {
    end(c, true);
    return length;
  }
  c->skip = is_ok ? strtoull(size + 17, NULL, 10) : 0;
  return length;
}

static void finish_response(struct connection *c) {
  counted.responses++;
  requests_open--;
  c->is_asking = false;
  histogram_add(&latencies, now_ns() - c->started);
  ask(c);
}

/* Takes from what came in; returns how much, 0 when more has to come first. */
static uint64_t take_one(struct connection *c, uint8_t *p, uint64_t n) {
  if (c->state == UPGRADING || protocol == HTTP) {
    uint64_t head = take_head(c, p, n);
    if (head && protocol == HTTP && c->state == READY && c->skip == 0) finish_response(c);
    return head;
  }
  struct frame f;
  uint64_t wanted = frame_wants(p, n, &f);
  if (n < wanted || f.header == 0) return 0;
  uint64_t seen = wanted - f.header;
  c->skip = f.payload - seen;
  take_message(c, f.opcode, p + f.header, seen);
  return wanted;
}

static void take(struct connection *c, uint8_t *p, uint64_t n) {
  while (n > 0 && c->state != UNUSED) {
    if (c->skip > 0) {
      uint64_t skipped = n < c->skip ? n : c->skip;
      c->skip -= skipped;
      p += skipped;
      n -= skipped;
      if (c->skip == 0 && protocol == HTTP) finish_response(c);
      continue;
    }
    if (c->part_length > 0) {
      uint64_t had = c->part_length, added = PART - had < n ? PART - had : n;
      memcpy(c->part + had, p, added);
      uint64_t taken = take_one(c, c->part, had + added);
      if (c->state == UNUSED) return;
      if (taken == 0) {
        c->part_length = (uint32_t)(had + added);
        if (c->part_length == PART) end(c, true);
        return;
      }
      c->part_length = 0;
      p += taken - had;
      n -= taken - had;
      continue;
    }
    uint64_t taken = take_one(c, p, n);
    if (c->state == UNUSED) return;
    if (taken == 0) {
      if (n >= PART) {
        end(c, true);
        return;
      }
      if (!c->part) c->part = malloc(PART);
      memcpy(c->part, p, n);
      c->part_length = (uint32_t)n;
      return;
    }
    p += taken;
    n -= taken;
  }
}

static void greet(struct connection *c) {
  c->state = UPGRADING;
  if (protocol == HTTP) {
    become_ready(c);
    ask(c);
    return;
  }
  transmit(c, request, strlen(request));
}

static void on_event(struct connection *c, uint32_t events) {
  static uint8_t buffer[RECEIVE];
  if (c->state == CONNECTING && events & (EPOLLOUT | EPOLLERR | EPOLLHUP)) {
    int error = 0;
    getsockopt(c->fd, SOL_SOCKET, SO_ERROR, &error, &(socklen_t){sizeof error});
    if (error) {
      end(c, true);
      return;
    }
    greet(c);
  }
  while (c->state != UNUSED && events & (EPOLLIN | EPOLLHUP | EPOLLRDHUP | EPOLLERR)) {
    ssize_t n = recv(c->fd, buffer, sizeof buffer, MSG_DONTWAIT);
    if (n <= 0) {
      if (n == 0 || (errno != EAGAIN && errno != EINTR)) end(c, true);
      return;
    }
    counted.bytes += (uint64_t)n;
    take(c, buffer, (uint64_t)n);
    if (n < (ssize_t)sizeof buffer && !(events & (EPOLLHUP | EPOLLRDHUP))) return;
  }
}

static void start_one(void) {
  to_start--;
  under_way++;
  struct connection *c = &connections[used];
  c->state = CONNECTING;
  c->started = now_ns();
  c->news = 0;
  c->part_length = 0;
  c->skip = 0;
  c->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000002u + (uint32_t)(used % sources))};
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  used++;
  setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
  /* The port is chosen at connect, by both addresses. */
  setsockopt(c->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &(int){1}, sizeof(int));
  struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.ptr = c};
  if (c->fd < 0 || (sources > 1 && bind(c->fd, (struct sockaddr *)&from, sizeof from)) ||
      (connect(c->fd, (struct sockaddr *)&to, sizeof to) && errno != EINPROGRESS) ||
      epoll_ctl(poller, EPOLL_CTL_ADD, c->fd, &event)) {
    end(c, true);
  }
}

static void reset(void) {
  memset(&counted, 0, sizeof counted);
  histogram_reset(&latencies);
  for (int i = 0; i < used; i++) connections[i].news = 0;
  counted_since = now_ns();
  cpu_since = cpu_ns();
}

static void report(void) {
  uint32_t least = UINT32_MAX, most = 0;
  for (int i = 0; i < used; i++) {
    if (connections[i].state != READY) continue;
    if (connections[i].news < least) least = connections[i].news;
    if (connections[i].news > most) most = connections[i].news;
  }
  double wall = (double)(now_ns() - counted_since);
  printf("{\"connections\":%d,\"news\":%llu,\"latest\":%llu,\"leastNews\":%u,\"mostNews\":%u,\"messages\":%llu,\"bytes\":%llu,\"pings\":%llu,"
         "\"responses\":%llu,\"failed\":%llu,\"lost\":%llu,\"unstamped\":%llu,\"seconds\":%.3f,\"busy\":%.4f,",
         open_now, (unsigned long long)counted.news, (unsigned long long)counted.latest, open_now ? least : 0, most, (unsigned long long)counted.messages,
         (unsigned long long)counted.bytes, (unsigned long long)counted.pings, (unsigned long long)counted.responses,
         (unsigned long long)counted.failed, (unsigned long long)counted.lost, (unsigned long long)counted.unstamped,
         wall / 1e9, (double)(cpu_ns() - cpu_since) / wall);
  histogram_print(&latencies, "latency");
  printf("}\n");
}

static void close_all(void) {
  for (int i = 0; i < used; i++) end(&connections[i], false);
  used = 0;
}

static void start_opening(int count, int limit) {
  if (count > MAX_CONNECTIONS - used) count = MAX_CONNECTIONS - used;
  opening = to_start = count;
  at_once = limit > 0 ? limit : 1;
  opened = 0;
  opening_since = last_ready = now_ns();
  histogram_reset(&connect_times);
}

static void start_getting(int count, int total, char *head) {
  int at = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nhost: 127.0.0.1:%d\r\n", path, port);
  for (char *line = strtok(head, "|"); line && at < 3800; line = strtok(NULL, "|")) {
    at += snprintf(request + at, sizeof request - (size_t)at - 4, "%s\r\n", line);
  }
  strcpy(request + at, "\r\n");
  reset();
  requests_left = total;
  requests_open = 0;
  is_getting = true;
  start_opening(count, count);
  opening = 0;
}

static void obey(char *line) {
  unsigned long long seq, ns;
  int a, b, at = 0;
  if (sscanf(line, "stamp %llu %llu", &seq, &ns) == 2) {
    stamp_seq[seq % STAMPS] = seq;
    stamp_ns[seq % STAMPS] = ns;
  } else if (sscanf(line, "open %d %d", &a, &b) == 2) {
    start_opening(a, b);
  } else if (sscanf(line, "get %d %d %n", &a, &b, &at) == 2) {
    start_getting(a, b, line + at);
  } else if (strncmp(line, "ready ", 6) == 0) {
    snprintf(ready_text, sizeof ready_text, "%s", line + 6);
  } else if (strcmp(line, "reset") == 0) {
    reset();
    printf("{}\n");
  } else if (strcmp(line, "report") == 0) {
    report();
  } else if (strcmp(line, "close") == 0) {
    close_all();
    printf("{}\n");
  } else {
    printf("{\"error\":\"unknown command\"}\n");
  }
}

static void read_commands(void) {
  static char text[LINE];
  static size_t length;
  ssize_t n = read(0, text + length, sizeof text - 1 - length);
  if (n == 0) {
    close_all();
    exit(0);
  }
  if (n < 0) return;
  length += (size_t)n;
  text[length] = 0;
  char *from = text;
  for (char *stop; (stop = strchr(from, '\n')); from = stop + 1) {
    *stop = 0;
    obey(from);
  }
  length -= (size_t)(from - text);
  memmove(text, from, length);
  if (length == sizeof text - 1) exit(2);
}

static void read_options(char **argv) {
  const char *names[] = {"sio", "ws", "http"};
  int found = -1;
  for (int i = 0; i < 3; i++) if (strcmp(argv[1], names[i]) == 0) found = i;
  if (found < 0) {
    fprintf(stderr, "%s is no protocol: sio, ws or http\n", argv[1]);
    exit(2);
  }
  protocol = (unsigned)found;
  port = atoi(argv[2]);
  path = argv[3];
  sources = atoi(argv[4]) > 0 ? atoi(argv[4]) : 1;
  alarm((unsigned)atoi(argv[5]));
  snprintf(request, sizeof request,
           "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
           path, port);
}

int main(int argc, char **argv) {
  if (argc != 6) {
    fprintf(stderr, "load-client PROTOCOL PORT PATH SOURCES SECONDS\n");
    return 2;
  }
  read_options(argv);
  struct rlimit files;
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  fcntl(0, F_SETFL, O_NONBLOCK);
  setvbuf(stdout, NULL, _IOLBF, 0);
  connections = calloc(MAX_CONNECTIONS, sizeof *connections);
  poller = epoll_create1(0);
  static struct epoll_event events[EVENTS];
  reset();
  histogram_reset(&connect_times);
  struct timespec next;
  clock_gettime(CLOCK_MONOTONIC, &next);
  for (;;) {
    read_commands();
    while (to_start > 0 && under_way < at_once) start_one();
    for (int n = EVENTS; n == EVENTS;) {
      n = epoll_wait(poller, events, EVENTS, 0);
      for (int i = 0; i < n; i++) on_event(events[i].data.ptr, events[i].events);
    }
    if (opening > 0 && now_ns() - opening_since > HANDSHAKE_LIMIT_NS) {
      to_start = 0;
      for (int i = 0; i < used; i++) if (connections[i].state != READY) end(&connections[i], true);
    }
    answer_opened();
    bool is_alone = open_now == 0 && under_way == 0 && to_start == 0;
    if (is_getting && requests_open == 0 && (requests_left == 0 || is_alone)) {
      is_getting = false;
      report();
      close_all();
    }
    next.tv_nsec += DRAIN_NS;
    if (next.tv_nsec >= 1000000000) {
      next.tv_nsec -= 1000000000;
      next.tv_sec++;
    }
    /* What took longer is not made up for: the clock goes on from now. */
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec > next.tv_sec || (now.tv_sec == next.tv_sec && now.tv_nsec > next.tv_nsec)) next = now;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
  }
}
