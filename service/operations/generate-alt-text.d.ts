import { type GenerateRequest, type GenerateResponse } from '../../shared/contract.ts';
import type { TakeBacks } from '../accounts/take-backs.ts';
import type { UsageRecorder } from '../accounts/usage.ts';
import { type ReadPicture } from '../images/picture.ts';
import type { AltText } from '../prompting/answer.ts';
import { type Provider } from '../providers/provider.ts';
import type { AccountStore } from '../storage/interfaces/account-store.ts';
import { type CacheDeps } from './alt-text-cache.ts';
import type { Operation } from './operation.ts';
export interface GenerateAltTextDeps extends CacheDeps {
  readonly accountStore: AccountStore;
  readonly usage: UsageRecorder;
  readonly takeBacks: TakeBacks;
  readonly readPicture: ReadPicture;
  /** Answers postprocessed alt texts. */
  readonly provider: Provider<AltText>;
  /** Names of the models behind the provider. */
  readonly models: readonly string[];
  /** Time for the whole call, in milliseconds. */
  readonly requestDeadlineMs: number;
}
/** `POST /v1/generate-alt-text-api`: writes alt text for one picture, for one credit. */
export declare function generateAltText(
  deps: GenerateAltTextDeps,
): Operation<GenerateRequest, GenerateResponse>;
