import type { Test } from 'supertest';

export async function statusOf(call: Test): Promise<number> {
  return (await call).status;
}

export async function answerOf(call: Test): Promise<{ status: number; body: unknown }> {
  const { status, body } = await call;
  return { status, body: body as unknown };
}
