<?php
/**
 * The rules of the checks of alternative texts.
 * Generated from shared/ by "npm run rules": make changes there.
 *
 * @package Altscribe
 */

defined( 'ABSPATH' ) || exit;

return array(
	'long' => 150,
	'too_long' => 300,
	'longest_read' => 1000,
	'least_letters' => 15,
	'file_names' => array(
		'~\\.(?:jpe?g|png|gif|webp|avif|tiff?|svg|heic|bmp)$~iuD',
		'~^(?:img|dsc[fn]?|pict?|image|photo|screenshot|dcim|mvimg|pxl)[ _-]*[0-9]{2,}~iuD',
		'~^(?!.*[ ]).*(?:_|(?:-[^-]+){2})~suD',
	),
	'file_words' => array(
		'suffix' => '~(?:[-_ ]+(?:[0-9]+x[0-9]+|scaled|rotated|e[0-9]{10,}|[0-9]{1,3})|[-_ ]*\\([0-9]{1,3}\\))$~iuD',
		'longest_name' => 255,
		'longest_title' => 4,
		'several_in_one' => '~\\p{N}|(?:\\p{Ll}\\p{Lu}.*){2}~suD',
		'plain_letters' => array(
			'ß' => 'ss',
			'æ' => 'a',
			'œ' => 'o',
			'ø' => 'o',
			'ł' => 'l',
			'đ' => 'd',
			'ð' => 'd',
			'þ' => 'th',
			'ı' => 'i',
			'ς' => 'σ',
			'ae' => 'a',
			'oe' => 'o',
			'ue' => 'u',
		),
	),
	'noun' => '~^(?:[\\p{Han}\\p{Hangul}\\p{Hiragana}\\p{Katakana}ー]+|[\\p{L}\\p{M}\'’-]{3,})$~uD',
	'hints' => array_flip( explode( ' ', 'single-word' ) ),
	'image_at_end' => '~[ ](?:image|graphic)\\.?$~iuD',
	'phrases' => array(
		array(
			'prefix' => '~^(?:(?:this|here) is )?(?:(?:an?|the|this) )?(?:(?!no )[A-Za-z0-9_]+ )?(?:image|picture|photo|photograph|graphic)(?: (?:of|showing|shows|that shows|depicting|depicts|displaying|displays|features|featuring)(?= )|:)[ ]*~iuD',
			'suffix' => '',
			'refusal' => '~^(?:(?:i[\'’]?m|i am) (?:sorry|unable|not able)|(?:sorry|my apologies)[,.]? (?:but )?i(?:(?<![A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<=[A-Za-z0-9_])(?![A-Za-z0-9_]))|(?:unfortunately, )?i (?:can[\'’]?t|cannot|can not|am unable to|won[\'’]t) (?:help|assist|describe|view|identify|provide|process|generate|comply|fulfil|do|access|analy[sz]e|determine|create|write|see (?:an?|any|the|this|that|what|your|images?|pictures?)(?:(?<![A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<=[A-Za-z0-9_])(?![A-Za-z0-9_])))|i(?:[\'’]d| would|[\'’]m| am) (?:(?:be )?(?:happy|glad|ready)|love) to (?:help|assist|describe)|unable to (?:describe|process|view|see|generate|access|identify)|(?:as|i[\'’]m|i am) (?:only |just )?an? (?:ai(?:(?<![A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<=[A-Za-z0-9_])(?![A-Za-z0-9_]))|(?:large |text-based )?language model|text-(?:based|only))|(?:unfortunately, )?i (?:do not|don[\'’]t|did not|didn[\'’]t) (?:actually |currently )?(?:see|have|find|receive|get) (?:(?:access to )?(?:an?|any|the|your) (?:attached |actual )?(?:image|picture|photo)|anything (?:attached|uploaded)|the (?:ability|capability) to (?:see|view|process|analy[sz]e))|(?:there (?:is|are|was|were) |there[\'’]s )?no (?:image|picture|photo)s? (?:(?:was|were|is|are|has been|have been) )?(?:attached|provided|uploaded|included|supplied)(?:(?<![A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<=[A-Za-z0-9_])(?![A-Za-z0-9_]))(?! yet)|there(?: is| are| was| were|[\'’]s) no (?:image|picture|photo)s? in (?:this|our|your|the) (?:conversation|message|chat|request|prompt)|there (?:does|do|did)(?:n[\'’]t| not) (?:appear|seem) to be (?:an?|any) (?:image|picture|photo)|you (?:haven[\'’]t|have not|didn[\'’]t|did not|forgot to) (?:yet |actually )?(?:attach|provide|upload|include|share|sen[dt])(?:e?d)? (?:me )?(?:an?|any|the|your) (?:image|picture|photo)|it (?:looks like|seems(?: that| like)?|appears(?: that)?) (?:(?:there (?:is|was) )?no (?:image|picture|photo)|you (?:haven[\'’]t|have not|didn[\'’]t|did not|forgot)|(?:the|your) (?:image|picture|photo) (?:is|was|has|did|does|could)(?:n[\'’]t| not)(?:(?<![A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<=[A-Za-z0-9_])(?![A-Za-z0-9_])))|(?:the|your) (?:image|picture|photo) (?:was|has|did|could)(?:n[\'’]t| not) (?:been |be )?(?:attached|provided|uploaded|included|supplied|loaded|load|processed)|please (?:attach|provide|upload|share|send) (?:the|an?|your) (?:image|picture|photo)[^.]{0,30} (?:so|and i|for me|you(?:[\'’]d| would) like|you want)(?:(?<![A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<=[A-Za-z0-9_])(?![A-Za-z0-9_]))|(?:\\[?error\\]?:? )?(?:(?:the|this|your) )?(?:current |selected )?model (?:does not|doesn[\'’]t|cannot|can[\'’]t) (?:support|accept|process|handle|read) (?:image|picture|vision|visual|multimodal)|\\[?error\\]?:? .{0,120}(?:(?<![A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<=[A-Za-z0-9_])(?![A-Za-z0-9_]))model (?:does not|doesn[\'’]t) support (?:image|picture|vision|visual|multimodal)|(?:\\[?error\\]?:? )?(?:[0-9]{3} )?(?:image|vision|multimodal)s?(?: inputs?)? (?:(?:is|are) )?not (?:supported|enabled)|(?:\\[?error\\]?:? )?.{0,60}(?:(?<![A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<=[A-Za-z0-9_])(?![A-Za-z0-9_]))image_url is (?:only|not) supported|\\[?error\\]?:? (?:could not|couldn[\'’]t|cannot|can[\'’]t|unable to|failed to) (?:load|read|open|process|decode|fetch|download) (?:the |this |your |an? )?(?:image|picture|photo))~iuD',
		),
		array(
			'prefix' => '~^(?:(?:esta es )?(?:una|la|esta) )?(?:imagen|foto|fotografía)(?: (?:del?|que muestra|muestra|mostrando)(?= )|:)[ ]*~iuD',
			'suffix' => '',
			'refusal' => '~^(?:(?:lo siento|disculp\\p{L}*|perdón)[,.]? (?:pero )?(?:no|me)(?:(?<![A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<=[A-Za-z0-9_])(?![A-Za-z0-9_]))|(?:lamentablemente, )?no (?:puedo|me es posible) (?:ayudar|describir|ver|identificar|proporcionar|procesar|generar|acceder)|como (?:una )?(?:ia|modelo de|inteligencia artificial)|no (?:veo|encuentro) (?:ninguna |la |una )?(?:imagen|foto)|no se (?:ha |me ha )?(?:adjunt|proporcion)\\p{L}+ (?:ninguna |la |una )?(?:imagen|foto)|ninguna imagen (?:adjunta|proporcionada))~iuD',
		),
		array(
			'prefix' => '~^(?:(?:c[\'’]est )?(?:une |la |cette |l[\'’]))?(?:image|photo|photographie)(?: (?:d[\'’]|(?:de|du|des|montrant|qui montre|montre|représentant)(?= ))|[ ]?:)[ ]*~iuD',
			'suffix' => '',
			'refusal' => '~^(?:(?:je suis )?désolée?[,.]? (?:mais )?je(?:(?<![A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<=[A-Za-z0-9_])(?![A-Za-z0-9_]))|(?:malheureusement, )?je ne (?:peux|suis) pas (?:aider|vous aider|décrire|voir|identifier|fournir|traiter|générer|en mesure|capable)|en tant qu[\'’](?:ia|intelligence|assistant|un modèle)|je ne vois (?:aucune |pas (?:d[\'’]|l[\'’]))(?:image|photo)|aucune (?:image|photo) (?:n[\'’]a été )?(?:fournie|jointe|envoyée|transmise))~iuD',
		),
		array(
			'prefix' => '~^(?:(?:dies ist )?(?:ein|eine|das|die|dieses) )?(?:bild|foto|fotografie|grafik|aufnahme)(?: (?:von|vom|zeigt|mit|einer|eines)(?= )|:)[ ]*~iuD',
			'suffix' => '',
			'refusal' => '~^(?:(?:es )?tut mir (?:sehr )?leid|entschuldigung,? (?:aber )?ich|leider kann ich|ich kann (?:[^ ]+ ){0,5}nicht (?:helfen|beschreiben|sehen|erkennen|verarbeiten|erstellen)|als (?:ki|ai|sprachmodell)(?:(?<![A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<=[A-Za-z0-9_])(?![A-Za-z0-9_]))|ich (?:sehe|finde|habe) (?:hier |leider )?keine? (?:bild|foto)|leider (?:sehe|finde|habe) ich (?:hier )?keine? (?:bild|foto)|es (?:scheint|sieht so aus), (?:dass|als ob|als wäre) (?:hier )?keine? (?:bild|foto)|(?:es )?(?:wurde|ist|war) (?:leider )?kein (?:bild|foto) (?:angehängt|beigefügt|hochgeladen|bereitgestellt)|kein (?:bild|foto) (?:angehängt|beigefügt|hochgeladen|bereitgestellt))~iuD',
		),
		array(
			'prefix' => '~^(?:(?:esta é )?(?:uma|a|esta) )?(?:imagem|foto|fotografia)(?: (?:de|do|da|dos|das|que mostra|mostra|mostrando)(?= )|:)[ ]*~iuD',
			'suffix' => '',
			'refusal' => '~^(?:(?:desculpe|lamento|sinto muito)[,.]? (?:mas )?(?:eu )?não|(?:infelizmente, )?(?:eu )?não (?:posso|consigo) (?:ajudar|descrever|ver|identificar|fornecer|processar|gerar|acessar|aceder)|como (?:uma )?(?:ia|modelo de|inteligência artificial)|(?:eu )?não (?:vejo|encontro) (?:nenhuma |a |uma )?(?:imagem|foto)|nenhuma (?:imagem|foto) (?:foi )?(?:anexada|fornecida|enviada))~iuD',
		),
		array(
			'prefix' => '~^(?:(?:这|這)(?:张|張|幅|个|個)?(?:是)?(?:一(?:张|張|幅))?)?(?:图片|圖片|图像|圖像|照片|相片)(?:中?(?:显示|顯示|展示|描绘|描繪|展现|展現)(?:了|着|著)?|中(?:是|有)|[:：])[ ]*~uD',
			'suffix' => '~的(?:图片|圖片|图像|圖像|照片|相片)[。.]?$~uD',
			'refusal' => '~^(?:(?:很|非常)?(?:抱歉|对不起|對不起)|我(?:无法|無法|不能)(?:提供|描述|协助|協助|查看|识别|識別|处理|處理|帮|幫|为|為)|作为(?:一个|一名)?(?:AI|人工智能)|作為(?:一個|一名)?(?:AI|人工智慧)|我?(?:没有?|沒有?)(?:看到|收到)(?:任何|您的|你的)?(?:图片|圖片|图像|圖像|照片)|我?看不到(?:任何|您的|你的)?(?:图片|圖片|图像|圖像|照片)|(?:未|没有|沒有)(?:提供|上传|上傳|附上)(?:任何)?(?:图片|圖片|图像|圖像|照片))~uD',
		),
		array(
			'prefix' => '~^(?:この)?(?:画像|写真|イメージ)(?:では|には|は|[:：])、?[ ]*~uD',
			'suffix' => '~の(?:画像|写真|イメージ)(?:です)?。?$~uD',
			'refusal' => '~^(?:(?:大変)?申し訳(?:ありません|ございません|ない)|すみませんが|ごめんなさい|AIとして|(?:この)?(?:画像|写真)を(?:説明|確認|識別|表示)(?:すること)?(?:は|が)?できません|(?:画像|写真)が(?:添付|提供|アップロード)されていません|(?:画像|写真)が(?:見えません|確認できません))~uD',
		),
		array(
			'prefix' => '~^(?:이 |해당 )?(?:이미지|사진)(?:에는|에서는|은|는|:)[ ]*~uD',
			'suffix' => '~의 (?:이미지|사진)(?:입니다)?\\.?$~uD',
			'refusal' => '~^(?:죄송|미안(?:합니다|하지만)|(?:이 )?(?:이미지|사진)를? 설명할 수 없|AI로서|저는 AI|(?:이미지|사진)[가이] (?:첨부|제공|업로드)되지 않|(?:이미지|사진)[가이] 보이지 않)~uD',
		),
		array(
			'prefix' => '~^(?:هذه )?(?:ال)?صورة(?: فوتوغرافية)?(?: (?:تُظهر|تظهر|توضح|تعرض|تصور)(?= )|:| لـ ?| ل(?=ل)| ل(?!يلية|طيفة|امعة)(?=\\p{L}{2}))[ ]*~uD',
			'suffix' => '',
			'refusal' => '~^(?:عذرا|عذرًا|آسف|أنا آسف|أعتذر|معذرة|لا (?:أستطيع|يمكنني) |بصفتي (?:ذكاء|نموذج)|لا أرى (?:أي |أية )?صور|لم يتم إرفاق (?:أي |أية )?صور)~uD',
		),
		array(
			'prefix' => '~^(?:इस |यह )?(?:तस्वीर|फोटो|फ़ोटो|छवि|चित्र)(?: में|:)[ ]*~uD',
			'suffix' => '~ (?:की|का) (?:तस्वीर|फोटो|फ़ोटो|छवि|चित्र)(?: है)?[।.]?$~uD',
			'refusal' => '~^(?:क्षमा करें|माफ़ करें|माफ करें|माफ़ कीजिए|मुझे खेद है|मैं (?:[^ ]+ ){0,6}(?:नहीं कर सकत|असमर्थ)|एक एआई|मुझे (?:कोई )?(?:तस्वीर|फोटो|फ़ोटो|छवि|चित्र) (?:दिखाई नहीं|नहीं दिख)|कोई (?:तस्वीर|फोटो|फ़ोटो|छवि|चित्र) (?:संलग्न|अपलोड) नहीं)~uD',
		),
	),
	'keyword_list' => array(
		'separators' => '~[,،、，・;；|•·]|[ ]/[ ]~uD',
		'commas' => '~[,،、，・]~uD',
		'dash' => '~[ ][-–—|][ ]~uD',
		'joining' => '~^(?:an?|the|of|in|on|at|to|for|from|with|by|and|or|is|are|as)$~iuD',
		'label' => '~^(?:keywords?|tags?|seo)[ ]*:~iuD',
		'hashtag' => '~(?:^|[ ])#[\\p{L}\\p{N}_]+~uD',
		'introducing' => '~^[^,،、，・;；|•·]*[:：]~uD',
		'long_article' => '~^eine[mnrs]?$~uD',
		'longest_part' => 7,
		'words_per_repetition' => 8,
	),
	'nearby' => array(
		'places' => array( 'caption', 'link', 'around', 'before', 'after' ),
		'short_words' => '~[\\p{Han}\\p{Katakana}\\p{Hangul}\\p{Thai}]~uD',
		'least_letters' => 4,
		'least_words' => 3,
		'share' => 0.75,
	),
	'guesses' => array(
		'~(?<!\\p{L})(?:appear(?:s|ing)? to|seem(?:s|ing)? (?:to|like)|seemingly|apparently|presumably|probably|possibly|perhaps|maybe|suggest(?:s|ing) (?:that|an?|the)|as if (?:he|she|they|it|to|in|about)|(?:a|the) sense of|(?:convey|evok)(?:s|es|ing) an?)(?!\\p{L})~iuD',
		'~(?<!\\p{L})(?:parecen?|aparentan?|aparentemente|al parecer|probablemente|posiblemente|quizás?|tal vez|como si|una sensación de)(?!\\p{L})~iuD',
		'~(?<!\\p{L})(?:sembl(?:e|ent|ant)|paraît|paraissent|apparemment|vraisemblablement|probablement|peut-être|sans doute|comme s[\'’]ils?|une impression de)(?!\\p{L})~iuD',
		'~(?<!\\p{L})(?:schein(?:t|en) (?:[^ ]+ ){0,5}zu [^ ]+[.,]?$|(?:zu [^ ]+|sich) schein(?:t|en)|anscheinend|scheinbar|offenbar|vermutlich|wahrscheinlich|vielleicht|möglicherweise|als ob)(?!\\p{L})~iuD',
		'~(?<!\\p{L})(?:parecem?|aparentam?|aparentemente|ao que parece|provavelmente|possivelmente|talvez|como se|uma sensação de)(?!\\p{L})~iuD',
		'~似乎|看起来|看起來|看上去|好像|仿佛|彷彿|可能(?:是|在|正)|大概|也许|也許|或许|或許~uD',
		'~(?:よう|みたい|そう)(?:だ|です|に見え)|と思われ|かもしれ|おそらく|たぶん|恐らく~uD',
		'~것 같|것으로 보|처럼 보이|(?:듯하|듯한|듯합|듯 보)|아마~uD',
		'~(?<!\\p{L})و?(?:يبدو|تبدو|يبدون|ربما|لعل|من المحتمل|من المرجح|كأن\\p{L}*|وكأن\\p{L}*)(?!\\p{L})~uD',
		'~(?<![\\p{L}\\p{M}])(?:लगत[ाीे] है|लग रह[ाीे] (?:है|हैं)|प्रतीत हो|शायद|संभवतः|मानो)(?![\\p{L}\\p{M}])~uD',
	),
	'quotations' => '~[“"„«「『][^”"“»」』]*[”"“»」』]~uD',
	'vague' => array(
		'kinds' => array_flip( explode( ' ', 'image images img picture pictures pic photo photos photograph photographs graphic graphics visual icon icons logo logos banner thumbnail screenshot screenshots illustration drawing artwork clipart gif jpg png avatar headshot portrait snapshot infographic background wallpaper divider separator spacer decoration decorative imagen imágenes foto fotos fotografía imagem imagens fotografia immagine immagini photographie bild bilder grafik abbildung afbeelding kuva 图片 圖片 照片 画像 写真 이미지 사진 صورة तस्वीर फोटो चित्र' ) ),
		'subjects' => array_flip( explode( ' ', 'chart charts graph graphs diagram diagrams map maps menu table list form poster flyer brochure cover website webpage page document slide video people persons person man men woman women child children group object scene scenery landscape view shot product products item text' ) ),
		'placeholders' => array_flip( explode( ' ', 'alt untitled unnamed placeholder todo tbd tbc fixme undefined null lorem asdf xxx' ) ),
		'requests' => array_flip( explode( ' ', 'alternative alternate tag caption description title insert add enter write type describe test sample example dummy default missing none unavailable available found loading coming soon' ) ),
		'link_words' => array_flip( explode( ' ', 'click here read more link button see learn details continue go' ) ),
		'fillers' => array_flip( explode( ' ', 'a an the this that these our my your his her their its some of with and for in on at from to by about is are no not here goes screen bar pie line column area flow arrow company corporate business brand site web home header footer hero featured feature main front back cover profile product team staff stock blog post article event small large big little new old young nice beautiful great pretty lovely happy smiling generic random simple colorful colourful interactive different various several showing shows data info information results statistics design file ipsum dolor sit amet ein eine das die der unser unsere un una une uno el la le les um uma o il lo een het' ) ),
		'no_text' => '~^(?:n/a|\\{\\{?.*\\}\\}?|\\$\\{.*\\}|%.*%|<.*>)$~isuD',
	),
);
