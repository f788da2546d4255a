import { idle, type ImageWork, type State } from './state.ts';

export const getAccount = (state: State) => state.account;

export const getAccountError = (state: State) => state.accountError;

export const getImageWork = (state: State, clientId: string): ImageWork =>
  state.images[clientId] ?? idle;

export const getRun = (state: State) => state.run;

export const getBusyUntil = (state: State) => state.busyUntil;

export const getStopCount = (state: State) => state.stopCount;

export const getTypedKeywords = (state: State) => state.typedKeywords;
