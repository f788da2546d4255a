/** What a picture is for on its page, in the terms of the W3C WAI images tutorial. */
export declare const purposes: readonly ["informative", "functional", "decorative"];
export type Purpose = (typeof purposes)[number];
/** What a model answered for a picture. */
export interface AltText {
    readonly text: string;
    /** Absent where a server ignores the schema. */
    readonly purpose?: Purpose;
}
/** JSON schema of that answer. A model that settles the purpose first writes a better text. */
export declare const altTextSchema: {
    type: string;
    properties: {
        purpose: {
            type: string;
            enum: ("informative" | "functional" | "decorative")[];
        };
        alt_text: {
            type: string;
        };
    };
    required: string[];
};
/**
 * Reads the alt text out of a model's answer: out of the JSON object that was asked for, or all of it
 * where a server ignores the schema.
 * @param provider name of the provider that gave the answer
 * @throws ProviderError when it is empty or broken JSON
 */
export declare function readAltText(provider: string, content: string): AltText;
/** A text without the code fence that models put around JSON. */
export declare function withoutFence(text: string): string;
