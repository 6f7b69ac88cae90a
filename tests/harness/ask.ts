/** Pages wait longer; so much has many calls end without an answer. */
const ANSWER_MS = 3_000;

export interface Question {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly method?: 'POST' | 'PUT';
}

/** Sends JSON. `refused`: it was certainly not done. `silence`: no answer, or one that leaves open what was done. */
export async function ask<T extends object>(
  url: string,
  { headers, body, method = 'POST' }: Question,
): Promise<T | 'refused' | 'silence'> {
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (response.ok) return (await response.json()) as T;
    return response.status < 500 ? 'refused' : 'silence';
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    return cause?.code === 'ECONNREFUSED' ? 'refused' : 'silence';
  }
}
