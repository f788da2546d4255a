/** A model's text that cannot be made into alt text. */
export declare class PostprocessingError extends Error {
    readonly name = "PostprocessingError";
    readonly kind: 'refusal' | 'answer';
    constructor(kind: 'refusal' | 'answer', message: string);
}
/** Longest alt text, in UTF-16 code units: where common checkers begin to object. */
export declare const maxAltTextLength = 300;
/**
 * Makes alt text out of what a model answered: plain text in one line, without quotation marks around it,
 * markdown, HTML or "Image of", at most 300 characters.
 * @param languageCode BCP 47 code of the language that was asked for
 * @throws PostprocessingError for an empty text, a refusal, or another script than the language's
 */
export declare function postprocess(answer: string, languageCode: string): string;
