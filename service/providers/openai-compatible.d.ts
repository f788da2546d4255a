import type { Vendor } from './vendor.ts';
/** A vendor whose servers speak OpenAI's chat-completions API. */
export interface OpenAICompatible extends Omit<Vendor, 'create'> {
    /** Address of the vendor's own API, up to `/chat/completions`. */
    readonly defaultBaseUrl: string;
}
/** Makes a vendor out of what distinguishes it; the API is the same for all of them. */
export declare function openAICompatible({ defaultBaseUrl, ...vendor }: OpenAICompatible): Vendor;
