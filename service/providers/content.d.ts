/** Room for an answer and for what a model thinks before it, in tokens. */
export declare const maxAnswerTokens = 2000;
/**
 * Returns the text of an answer.
 * @throws ProviderError when there is none
 */
export declare function requireContent(provider: string, content: string | null | undefined): string;
