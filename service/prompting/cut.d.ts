/** The beginning of a text, at most `length` UTF-16 code units, never cut inside a grapheme. */
export declare function cut(text: string, length: number): string;
export declare function cut(text: string | undefined, length: number): string | undefined;
