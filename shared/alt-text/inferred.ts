/**
 * Words that express a guess, in the ten languages named by the specification: an alt text should
 * not contain anything that the image only suggests. In languages with spaces, they are whole
 * words.
 */
export const guesses: Readonly<Record<string, RegExp>> = {
  en: /(?<!\p{L})(?:appear(?:s|ing)? to|seem(?:s|ing)? (?:to|like)|seemingly|apparently|presumably|probably|possibly|perhaps|maybe|suggest(?:s|ing) (?:that|an?|the)|as if (?:he|she|they|it|to|in|about)|(?:a|the) sense of|(?:convey|evok)(?:s|es|ing) an?)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:parecen?|aparentan?|aparentemente|al parecer|probablemente|posiblemente|quizás?|tal vez|como si|una sensación de)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:sembl(?:e|ent|ant)|paraît|paraissent|apparemment|vraisemblablement|probablement|peut-être|sans doute|comme s['’]ils?|une impression de)(?!\p{L})/iu,
  de: /(?<!\p{L})(?:schein(?:t|en) (?:[^ ]+ ){0,5}zu [^ ]+[.,]?$|(?:zu [^ ]+|sich) schein(?:t|en)|anscheinend|scheinbar|offenbar|vermutlich|wahrscheinlich|vielleicht|möglicherweise|als ob)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:parecem?|aparentam?|aparentemente|ao que parece|provavelmente|possivelmente|talvez|como se|uma sensação de)(?!\p{L})/iu,
  zh: /似乎|看起来|看起來|看上去|好像|仿佛|彷彿|可能(?:是|在|正)|大概|也许|也許|或许|或許/u,
  ja: /(?:よう|みたい|そう)(?:だ|です|に見え)|と思われ|かもしれ|おそらく|たぶん|恐らく/u,
  ko: /것 같|것으로 보|처럼 보이|(?:듯하|듯한|듯합|듯 보)|아마/u,
  ar: /(?<!\p{L})و?(?:يبدو|تبدو|يبدون|ربما|لعل|من المحتمل|من المرجح|كأن\p{L}*|وكأن\p{L}*)(?!\p{L})/u,
  hi: /(?<![\p{L}\p{M}])(?:लगत[ाीे] है|लग रह[ाीे] (?:है|हैं)|प्रतीत हो|शायद|संभवतः|मानो)(?![\p{L}\p{M}])/u,
};

/** Words quoted from the image, which may express a guess. */
export const quotations = /[“"„«「『][^”"“»」』]*[”"“»」』]/gu;

/** Whether a text guesses: "appears to be enjoying". */
export function isInferred(text: string): boolean {
  const own = text.replace(quotations, ' ');
  return Object.values(guesses).some((guess) => guess.test(own));
}
