import type { ApiError } from '../common/api-error.ts';

/** Data from PHP for the script of the product screen. */
export interface ProductBootData {
  productId: number;
  /** Why nothing can be generated for this product; null if it can. */
  problem: ApiError | null;
  /** Media > Alt text. */
  progressUrl: string;
}

declare global {
  interface Window {
    altscribeProduct?: ProductBootData;
  }
}

export const bootData: ProductBootData = window.altscribeProduct ?? {
  productId: 0,
  problem: null,
  progressUrl: '',
};
