/**
 * Does what nobody waits for, once the response is on its way.
 * @param work must not throw
 */
export function afterResponse(work: () => void): void {
  // Koa responds in the turn of the event loop in which the last middleware is through.
  setImmediate(work);
}
