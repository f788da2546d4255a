/**
 * The first paragraph of a model's answer as plain text in one line: no HTML, no markdown, no
 * control characters, no half of a character.
 */
export declare function toPlainText(answer: string): string;
