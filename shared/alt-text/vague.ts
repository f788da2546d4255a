// Words that say nothing about the particular image: English ones, and "image" in other languages.

function list(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

/** Words that fit any image. */
export const kinds =
  list(`image images img picture pictures pic photo photos photograph photographs graphic
  graphics visual icon icons logo logos banner thumbnail screenshot screenshots illustration drawing
  artwork clipart gif jpg png avatar headshot portrait snapshot infographic background wallpaper
  divider separator spacer decoration decorative
  imagen imágenes foto fotos fotografía imagem imagens fotografia immagine immagini photographie bild
  bilder grafik abbildung afbeelding kuva 图片 圖片 照片 画像 写真 이미지 사진 صورة तस्वीर फोटो चित्र`);

/** Words that fit many images; in a link or a button, some of these are enough. */
export const subjects =
  list(`chart charts graph graphs diagram diagrams map maps menu table list form poster
  flyer brochure cover website webpage page document slide video people persons person man men woman
  women child children group object scene scenery landscape view shot product products item text`);

/** Texts that were never written, or that software has filled in. */
export const placeholders =
  list(`alt untitled unnamed placeholder todo tbd tbc fixme undefined null lorem
  asdf xxx`);

/** Words of placeholders, which are enough in a link or a button. */
export const requests =
  list(`alternative alternate tag caption description title insert add enter write type
  describe test sample example dummy default missing none unavailable available found loading coming
  soon`);

/** Words for what any link does. */
export const linkWords = list('click here read more link button see learn details continue go');

/** Words that add nothing to those above. */
export const fillers =
  list(`a an the this that these our my your his her their its some of with and for in on
  at from to by about is are no not here goes screen bar pie line column area flow arrow company
  corporate business brand site web home header footer hero featured feature main front back cover
  profile product team staff stock blog post article event small large big little new old young nice
  beautiful great pretty lovely happy smiling generic random simple colorful colourful interactive
  different various several showing shows data info information results statistics design file ipsum
  dolor sit amet
  ein eine das die der unser unsere un una une uno el la le les um uma o il lo een het`);

/** "Not available", or a variable that wasn't filled in. */
export const noText = /^(?:n\/a|\{\{?.*\}\}?|\$\{.*\}|%.*%|<.*>)$/is;

/**
 * Whether no word of a text describes the image: "A menu", "bar chart", "insert image here".
 * @param isLinked whether the image is the only content of a link or a button, where "Menu" is
 *   right
 */
export function isVague(text: string, words: readonly string[], isLinked: boolean): boolean {
  const nothing = [placeholders, kinds, ...(isLinked ? [linkWords] : [subjects, requests])];
  const folded = words.map((word) => word.toLowerCase());
  const saysNothing = (word: string) => nothing.some((known) => known.has(word));
  const isFiller = (word: string) => fillers.has(word) || /^\d+$/.test(word);
  return (
    noText.test(text) ||
    (folded.some(saysNothing) && folded.every((word) => saysNothing(word) || isFiller(word)))
  );
}
