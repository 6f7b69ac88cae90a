import type { Test } from 'supertest';

/** The status a call is answered with. */
export async function statusOf(call: Test): Promise<number> {
  return (await call).status;
}

/** Status and body a call is answered with. */
export async function answerOf(call: Test): Promise<{ status: number; body: unknown }> {
  const { status, body } = await call;
  return { status, body: body as unknown };
}
