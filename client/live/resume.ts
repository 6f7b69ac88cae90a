import type { Head } from '#shared/wire/http-api.ts';
import type { ResumeClaim, ResumeReply } from '#shared/wire/socket-events.ts';

import type { LiveConnection } from './live-connection.ts';
import { isResumeReply } from './wire-guards.ts';

/** Browsers from before 2023 cannot: they are sent plain deltas. */
const CAN_INFLATE = 'DecompressionStream' in globalThis;

/** Asks over the socket what was missed since `head`. Rejects without an answer in time, and for one of another shape. */
export async function askToResume(
  connection: Pick<LiveConnection, 'ask'>,
  head: Head,
): Promise<ResumeReply> {
  const claim: ResumeClaim = CAN_INFLATE ? { ...head, deflate: true } : head;
  const reply = await inflateReply(await connection.ask('resume', claim));
  if (!isResumeReply(reply)) throw new Error('the answer has an unknown shape');
  return reply;
}

/** Unpacks a packed answer (PROTOCOL.md PR35); returns any other unchanged. */
async function inflateReply(answer: unknown): Promise<unknown> {
  const deflated = (answer as { readonly deflated?: unknown } | null)?.deflated;
  if (!(deflated instanceof ArrayBuffer || ArrayBuffer.isView(deflated))) return answer;
  const bytes = new Blob([deflated as BlobPart]).stream();
  return new Response(bytes.pipeThrough(new DecompressionStream('deflate'))).json();
}
