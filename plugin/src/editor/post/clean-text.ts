/** A finished text as one line, and else exactly as it was written. `altscribe_clean_text()` in PHP does the same. */
export function cleanText(text: string): string {
  return text.replace(/[\u0000-\u0020\u007f-\u009f\u2028\u2029]+/g, ' ').replace(/^ | $/g, '');
}
