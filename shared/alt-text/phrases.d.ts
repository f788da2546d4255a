/** The text without words at its start or end that only say that it is of an image. */
export declare function withoutRedundantPhrases(text: string): string;
/** Whether a text begins or ends with words that only say that it is of an image. */
export declare function hasRedundantPhrase(text: string): boolean;
/** Whether a text is a model's refusal rather than a description. */
export declare function isRefusal(text: string): boolean;
