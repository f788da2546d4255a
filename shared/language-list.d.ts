/**
 * Languages that alt text can be written in: BCP 47 code, English name, native name.
 * Source: Unicode CLDR, as `Intl.DisplayNames` of Node.js v20.20.2 gives it; native names that CLDR does
 * not have are the languages' own. Kept as data because browsers carry different parts of CLDR.
 */
export declare const languageList: readonly (readonly [code: string, name: string, nativeName: string])[];
