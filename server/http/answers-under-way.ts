import type { Server, ServerResponse } from 'node:http';

/**
 * The answers that are being made. From {@link endConnections} on each says
 * `Connection: close`, so that a browser or a load balancer asks its next
 * question elsewhere and never on a connection that is about to go.
 */
export class AnswersUnderWay {
  readonly #answers = new Set<ServerResponse>();
  #isEnding = false;

  /** Built after everything else that listens to the server: it has to hear of a request first. */
  constructor(http: Server) {
    http.prependListener('request', (_request, answer: ServerResponse) => {
      if (this.#isEnding) answer.setHeader('Connection', 'close');
      this.#answers.add(answer);
      answer.once('close', () => this.#answers.delete(answer));
    });
  }

  /** Also for the answers under way, unless their headers are sent. */
  endConnections(): void {
    this.#isEnding = true;
    for (const answer of this.#answers) {
      if (!answer.headersSent) answer.setHeader('Connection', 'close');
    }
  }
}
