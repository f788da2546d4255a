/** One call of a method that has ended. */
export interface ObservedCall {
  /** Name of the method, or what was made of it. */
  readonly operation: string;
  readonly seconds: number;
  /** What it rejected with; nothing where it resolved. */
  readonly error?: unknown;
}

/**
 * An object whose asynchronous methods are observed. Its methods must be closures, without `this`.
 * @param ended called when a call has ended, before its caller knows
 * @param nameOf what an operation is called, by the name of its method
 */
export function observeMethods<T extends object>(
  target: T,
  ended: (call: ObservedCall) => void,
  nameOf: (method: string) => string = (method) => method,
): T {
  const observed = Object.entries(target).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'function' ? observe(value as Method, nameOf(name), ended) : value,
  ]);
  return Object.fromEntries(observed) as T;
}

type Method = (...args: unknown[]) => unknown;

function observe(method: Method, operation: string, ended: (call: ObservedCall) => void): Method {
  return (...args) => {
    const start = performance.now();
    const result = method(...args);
    return result instanceof Promise ? observeEnd(result, operation, start, ended) : result;
  };
}

async function observeEnd(
  result: Promise<unknown>,
  operation: string,
  start: number,
  ended: (call: ObservedCall) => void,
): Promise<unknown> {
  let error: unknown;
  try {
    return await result;
  } catch (reason) {
    error = reason;
    throw reason;
  } finally {
    ended({ operation, seconds: (performance.now() - start) / 1_000, error });
  }
}
