/**
 * Whether a text has no letter of the script that its language is written in. The script is CLDR's
 * likely one; languages with several, and texts of a few letters, are never judged.
 */
export declare function isInWrongScript(text: string, languageCode: string): boolean;
