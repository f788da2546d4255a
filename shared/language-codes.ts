/**
 * The codes of `language-list.ts` without the names, for programs that must stay small. A test
 * compares the two.
 */
export const languageCodes: readonly string[] = (
  'ab af agq ak sq arq en-US am blo ar an hy rup frp ' +
  'as ast asa en-AU de-AT av ay az ksf bal-Arab bm bn bas ba ' +
  'eu be bem bez bho bi brx bs pt-BR br en-GB bg bua my ' +
  'en-CA fr-CA yue ca ceb tzm ckb ccp ce chr cgg zh cv ksh ' +
  'kw co crh hr cs da dv doi dua nl dz arz ebu en ' +
  'eo et pt-PT es-ES ee ewo fo fj fil fi nl-BE fon fr fur ' +
  'ff gaa gl lg ka de el gn gu guz ht bgc ha haw ' +
  'haz he hi hu is io ig smn id ia ie iu ga it ' +
  'ja jv dyo kea kab kgp kkj kl kln kam xnr kn kaa ks ' +
  'kk km ki rw kg kok ko khq ses ku kxv ky lkt lag ' +
  'lo la es-419 lv lij li ln lt lmo nds dsb lu luo lb ' +
  'luy mk jmc mai vmw mgh kde mg ms ml mt mni gv mi ' +
  'mr mas mzn mer mgo es-MX xmf mn mfe ary mua nqo ars naq ' +
  'ne nnh jgo yrl pcm nd lrc se nso no nb nn nus ny ' +
  'nyn oc or om os pap ps fa pcd pms pl pt prg pa ' +
  'pa-Arab qu raj rhg ro rm rof rn ru rue rwk saq sm sg ' +
  'sbp sa sat skr sc gd seh sr sr-Cyrl sr-Latn ksb shn sn ii ' +
  'scn szl zh-CN sd si sk sl xog so azb nr st es zgh ' +
  'su sw csw ss sv fr-CH gsw de-CH syr shi ty dav tg ta ' +
  'twq tt te teo tet th bo ti tpi tok to zh-TW zh-HK ts ' +
  'tn tr tk tyv twd tw uk hsb ur ug uz uz-Cyrl vai ve ' +
  'vec vi vun wa wae cy fy wo xh sah yav yi yo dje ' +
  'za zu'
).split(' ');
