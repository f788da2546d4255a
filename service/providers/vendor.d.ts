import type { Provider } from './provider.ts';
/** What a provider is made from. */
export interface ProviderSettings {
    readonly apiKey: string;
    /** Address of the API; without it, the vendor's own. */
    readonly baseUrl: string | undefined;
    readonly model: string;
}
/** Whose models can be asked, how that is configured, and how a provider is made of it. */
export interface Vendor {
    /** Short and stable: the provider's name in logs, metrics, errors and reports. */
    readonly name: string;
    /** Names of the environment variables that configure it. */
    readonly environment: Readonly<Record<keyof ProviderSettings, string>>;
    /** The model that is asked where the environment names none. */
    readonly defaultModel: string;
    /** Whether a base URL is enough to configure it, as for a model server of one's own. */
    readonly worksWithoutKey: boolean;
    create(settings: ProviderSettings): Provider;
}
/** A vendor that is configured, and how. */
export interface ConfiguredProvider extends ProviderSettings {
    readonly vendor: Vendor;
}
