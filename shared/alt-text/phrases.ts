/**
 * Phrases that don't belong in good alt text, in the ten languages named by the specification:
 * words that only say "image of", at the start or the end, and the beginnings of a model's refusal.
 * The patterns expect a single line without surrounding quotation marks.
 */
export interface Phrases {
  /** At the start, before the actual text. */
  readonly prefix?: RegExp;
  /** Corrects inflections in the text after a removed prefix. */
  readonly mend?: (rest: string) => string;
  /** At the end, after the actual text, in languages that put it there. */
  readonly suffix?: RegExp;
  readonly refusal: RegExp;
}

/** The beginnings of English refusals: will not, cannot, has got no image, takes no images. */
const englishRefusals = [
  /(?:i['’]?m|i am) (?:sorry|unable|not able)/,
  /(?:sorry|my apologies)[,.]? (?:but )?i\b/,
  /(?:unfortunately, )?i (?:can['’]?t|cannot|can not|am unable to|won['’]t) (?:help|assist|describe|view|identify|provide|process|generate|comply|fulfil|do|access|analy[sz]e|determine|create|write|see (?:an?|any|the|this|that|what|your|images?|pictures?)\b)/,
  /i(?:['’]d| would|['’]m| am) (?:(?:be )?(?:happy|glad|ready)|love) to (?:help|assist|describe)/,
  /unable to (?:describe|process|view|see|generate|access|identify)/,
  /(?:as|i['’]m|i am) (?:only |just )?an? (?:ai\b|(?:large |text-based )?language model|text-(?:based|only))/,
  /(?:unfortunately, )?i (?:do not|don['’]t|did not|didn['’]t) (?:actually |currently )?(?:see|have|find|receive|get) (?:(?:access to )?(?:an?|any|the|your) (?:attached |actual )?(?:image|picture|photo)|anything (?:attached|uploaded)|the (?:ability|capability) to (?:see|view|process|analy[sz]e))/,
  /(?:there (?:is|are|was|were) |there['’]s )?no (?:image|picture|photo)s? (?:(?:was|were|is|are|has been|have been) )?(?:attached|provided|uploaded|included|supplied)\b(?! yet)/,
  /there(?: is| are| was| were|['’]s) no (?:image|picture|photo)s? in (?:this|our|your|the) (?:conversation|message|chat|request|prompt)/,
  /there (?:does|do|did)(?:n['’]t| not) (?:appear|seem) to be (?:an?|any) (?:image|picture|photo)/,
  /you (?:haven['’]t|have not|didn['’]t|did not|forgot to) (?:yet |actually )?(?:attach|provide|upload|include|share|sen[dt])(?:e?d)? (?:me )?(?:an?|any|the|your) (?:image|picture|photo)/,
  /it (?:looks like|seems(?: that| like)?|appears(?: that)?) (?:(?:there (?:is|was) )?no (?:image|picture|photo)|you (?:haven['’]t|have not|didn['’]t|did not|forgot)|(?:the|your) (?:image|picture|photo) (?:is|was|has|did|does|could)(?:n['’]t| not)\b)/,
  /(?:the|your) (?:image|picture|photo) (?:was|has|did|could)(?:n['’]t| not) (?:been |be )?(?:attached|provided|uploaded|included|supplied|loaded|load|processed)/,
  /please (?:attach|provide|upload|share|send) (?:the|an?|your) (?:image|picture|photo)[^.]{0,30} (?:so|and i|for me|you(?:['’]d| would) like|you want)\b/,
  /(?:\[?error\]?:? )?(?:(?:the|this|your) )?(?:current |selected )?model (?:does not|doesn['’]t|cannot|can['’]t) (?:support|accept|process|handle|read) (?:image|picture|vision|visual|multimodal)/,
  /\[?error\]?:? .{0,120}\bmodel (?:does not|doesn['’]t) support (?:image|picture|vision|visual|multimodal)/,
  /(?:\[?error\]?:? )?(?:\d{3} )?(?:image|vision|multimodal)s?(?: inputs?)? (?:(?:is|are) )?not (?:supported|enabled)/,
  /(?:\[?error\]?:? )?.{0,60}\bimage_url is (?:only|not) supported/,
  /\[?error\]?:? (?:could not|couldn['’]t|cannot|can['’]t|unable to|failed to) (?:load|read|open|process|decode|fetch|download) (?:the |this |your |an? )?(?:image|picture|photo)/,
];

export const phrases: Readonly<Record<string, Phrases>> = {
  en: {
    prefix:
      /^(?:(?:this|here) is )?(?:(?:an?|the|this) )?(?:(?!no )\w+ )?(?:image|picture|photo|photograph|graphic)(?: (?:of|showing|shows|that shows|depicting|depicts|displaying|displays|features|featuring)(?= )|:)\s*/i,
    refusal: startsWith(...englishRefusals),
  },
  es: {
    prefix:
      /^(?:(?:esta es )?(?:una|la|esta) )?(?:imagen|foto|fotografía)(?: (?:del?|que muestra|muestra|mostrando)(?= )|:)\s*/i,
    refusal:
      /^(?:(?:lo siento|disculp\p{L}*|perdón)[,.]? (?:pero )?(?:no|me)\b|(?:lamentablemente, )?no (?:puedo|me es posible) (?:ayudar|describir|ver|identificar|proporcionar|procesar|generar|acceder)|como (?:una )?(?:ia|modelo de|inteligencia artificial)|no (?:veo|encuentro) (?:ninguna |la |una )?(?:imagen|foto)|no se (?:ha |me ha )?(?:adjunt|proporcion)\p{L}+ (?:ninguna |la |una )?(?:imagen|foto)|ninguna imagen (?:adjunta|proporcionada))/iu,
  },
  fr: {
    prefix:
      /^(?:(?:c['’]est )?(?:une |la |cette |l['’]))?(?:image|photo|photographie)(?: (?:d['’]|(?:de|du|des|montrant|qui montre|montre|représentant)(?= ))|\s?:)\s*/i,
    refusal:
      /^(?:(?:je suis )?désolée?[,.]? (?:mais )?je\b|(?:malheureusement, )?je ne (?:peux|suis) pas (?:aider|vous aider|décrire|voir|identifier|fournir|traiter|générer|en mesure|capable)|en tant qu['’](?:ia|intelligence|assistant|un modèle)|je ne vois (?:aucune |pas (?:d['’]|l['’]))(?:image|photo)|aucune (?:image|photo) (?:n['’]a été )?(?:fournie|jointe|envoyée|transmise))/i,
  },
  de: {
    prefix:
      /^(?:(?:dies ist )?(?:ein|eine|das|die|dieses) )?(?:bild|foto|fotografie|grafik|aufnahme)(?: (?:von|vom|zeigt|mit|einer|eines)(?= )|:)\s*/i,
    mend: (rest) => rest.replace(/^eine[mn](?= )/, 'Ein').replace(/^einer(?= )/, 'Eine'),
    refusal:
      /^(?:(?:es )?tut mir (?:sehr )?leid|entschuldigung,? (?:aber )?ich|leider kann ich|ich kann (?:\S+ ){0,5}nicht (?:helfen|beschreiben|sehen|erkennen|verarbeiten|erstellen)|als (?:ki|ai|sprachmodell)\b|ich (?:sehe|finde|habe) (?:hier |leider )?keine? (?:bild|foto)|leider (?:sehe|finde|habe) ich (?:hier )?keine? (?:bild|foto)|es (?:scheint|sieht so aus), (?:dass|als ob|als wäre) (?:hier )?keine? (?:bild|foto)|(?:es )?(?:wurde|ist|war) (?:leider )?kein (?:bild|foto) (?:angehängt|beigefügt|hochgeladen|bereitgestellt)|kein (?:bild|foto) (?:angehängt|beigefügt|hochgeladen|bereitgestellt))/i,
  },
  pt: {
    prefix:
      /^(?:(?:esta é )?(?:uma|a|esta) )?(?:imagem|foto|fotografia)(?: (?:de|do|da|dos|das|que mostra|mostra|mostrando)(?= )|:)\s*/i,
    refusal:
      /^(?:(?:desculpe|lamento|sinto muito)[,.]? (?:mas )?(?:eu )?não|(?:infelizmente, )?(?:eu )?não (?:posso|consigo) (?:ajudar|descrever|ver|identificar|fornecer|processar|gerar|acessar|aceder)|como (?:uma )?(?:ia|modelo de|inteligência artificial)|(?:eu )?não (?:vejo|encontro) (?:nenhuma |a |uma )?(?:imagem|foto)|nenhuma (?:imagem|foto) (?:foi )?(?:anexada|fornecida|enviada))/i,
  },
  zh: {
    prefix:
      /^(?:(?:这|這)(?:张|張|幅|个|個)?(?:是)?(?:一(?:张|張|幅))?)?(?:图片|圖片|图像|圖像|照片|相片)(?:中?(?:显示|顯示|展示|描绘|描繪|展现|展現)(?:了|着|著)?|中(?:是|有)|[:：])\s*/u,
    suffix: /的(?:图片|圖片|图像|圖像|照片|相片)[。.]?$/u,
    refusal:
      /^(?:(?:很|非常)?(?:抱歉|对不起|對不起)|我(?:无法|無法|不能)(?:提供|描述|协助|協助|查看|识别|識別|处理|處理|帮|幫|为|為)|作为(?:一个|一名)?(?:AI|人工智能)|作為(?:一個|一名)?(?:AI|人工智慧)|我?(?:没有?|沒有?)(?:看到|收到)(?:任何|您的|你的)?(?:图片|圖片|图像|圖像|照片)|我?看不到(?:任何|您的|你的)?(?:图片|圖片|图像|圖像|照片)|(?:未|没有|沒有)(?:提供|上传|上傳|附上)(?:任何)?(?:图片|圖片|图像|圖像|照片))/u,
  },
  ja: {
    prefix: /^(?:この)?(?:画像|写真|イメージ)(?:では|には|は|[:：])、?\s*/u,
    suffix: /の(?:画像|写真|イメージ)(?:です)?。?$/u,
    refusal:
      /^(?:(?:大変)?申し訳(?:ありません|ございません|ない)|すみませんが|ごめんなさい|AIとして|(?:この)?(?:画像|写真)を(?:説明|確認|識別|表示)(?:すること)?(?:は|が)?できません|(?:画像|写真)が(?:添付|提供|アップロード)されていません|(?:画像|写真)が(?:見えません|確認できません))/u,
  },
  ko: {
    prefix: /^(?:이 |해당 )?(?:이미지|사진)(?:에는|에서는|은|는|:)\s*/u,
    suffix: /의 (?:이미지|사진)(?:입니다)?\.?$/u,
    refusal:
      /^(?:죄송|미안(?:합니다|하지만)|(?:이 )?(?:이미지|사진)를? 설명할 수 없|AI로서|저는 AI|(?:이미지|사진)[가이] (?:첨부|제공|업로드)되지 않|(?:이미지|사진)[가이] 보이지 않)/u,
  },
  ar: {
    // "Of" is one letter before the noun and merges with its article; a few adjectives begin alike.
    prefix:
      /^(?:هذه )?(?:ال)?صورة(?: فوتوغرافية)?(?: (?:تُظهر|تظهر|توضح|تعرض|تصور)(?= )|:| لـ ?| ل(?=ل)| ل(?!يلية|طيفة|امعة)(?=\p{L}{2}))\s*/u,
    mend: (rest) => rest.replace(/^ل(?=\p{L}{2})/u, 'ال'),
    refusal:
      /^(?:عذرا|عذرًا|آسف|أنا آسف|أعتذر|معذرة|لا (?:أستطيع|يمكنني) |بصفتي (?:ذكاء|نموذج)|لا أرى (?:أي |أية )?صور|لم يتم إرفاق (?:أي |أية )?صور)/u,
  },
  hi: {
    prefix: /^(?:इस |यह )?(?:तस्वीर|फोटो|फ़ोटो|छवि|चित्र)(?: में|:)\s*/u,
    suffix: / (?:की|का) (?:तस्वीर|फोटो|फ़ोटो|छवि|चित्र)(?: है)?[।.]?$/u,
    refusal:
      /^(?:क्षमा करें|माफ़ करें|माफ करें|माफ़ कीजिए|मुझे खेद है|मैं (?:\S+ ){0,6}(?:नहीं कर सकत|असमर्थ)|एक एआई|मुझे (?:कोई )?(?:तस्वीर|फोटो|फ़ोटो|छवि|चित्र) (?:दिखाई नहीं|नहीं दिख)|कोई (?:तस्वीर|फोटो|फ़ोटो|छवि|चित्र) (?:संलग्न|अपलोड) नहीं)/u,
  },
};

/** In English, it may also come at the end, but then the rest is not a text. */
export const imageAtEnd = /\s(?:image|graphic)\.?$/i;

const all = Object.values(phrases);

/** One case-insensitive pattern for a text that begins with any of these. */
function startsWith(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(`^(?:${patterns.map(({ source }) => source).join('|')})`, 'i');
}

/** Removes words at the start or end of a text that only say that it describes an image. */
export function withoutRedundantPhrases(text: string): string {
  for (const language of all) {
    const rest = withoutPhrases(text, language);
    if (rest !== text && /[\p{L}\p{N}]/u.test(rest)) return rest;
  }
  return text;
}

/** Whether a text begins or ends with words that only say that it describes an image. */
export function hasRedundantPhrase(text: string): boolean {
  return withoutRedundantPhrases(text) !== text || imageAtEnd.test(text);
}

/** Whether a text is a model's refusal rather than a description. */
export function isRefusal(text: string): boolean {
  return all.some(({ refusal }) => refusal.test(text));
}

function withoutPhrases(text: string, { prefix, mend, suffix }: Phrases): string {
  const end = suffix ? text.replace(suffix, '') : text;
  if (!prefix?.test(end)) return end;
  const rest = end.replace(prefix, '');
  const mended = mend?.(rest) ?? rest;
  return mended.charAt(0).toUpperCase() + mended.slice(1);
}
