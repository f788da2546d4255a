/** A language that alt text can be written in. */
export interface Language {
    /** BCP 47 code, for example `pt-BR`. */
    readonly code: string;
    /** English name, for the prompt. */
    readonly name: string;
    /** Name in the language itself, for people. */
    readonly nativeName: string;
}
/** Every supported language, sorted by English name. */
export declare const languages: readonly Language[];
/**
 * Finds the language that a code asks for: the exact code, else the same with subtags dropped from
 * the end (`de_DE_formal`, `de-DE`, `de`), else its current name (`iw` is `he`), else English.
 * Upper and lower case are the same, and `_` is `-`, because WordPress sends `pt_BR`.
 */
export declare function findLanguage(code: string): Language;
