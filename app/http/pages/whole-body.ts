const bodies = new WeakMap<Response, Buffer | string>();

/** Remembers the body of an answer as it is, so that it need not be read out of the answer's stream. */
export function withWholeBody<Answer extends Response>(answer: Answer, body: Buffer | string): Answer {
  bodies.set(answer, body);
  return answer;
}

export const wholeBodyOf = (answer: Response) => bodies.get(answer);
