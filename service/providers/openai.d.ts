/** OpenAI, or in its place a model server of one's own, which may need no key. */
export declare const openai: import("./vendor.ts").Vendor;
