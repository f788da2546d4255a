import type { DashboardRoute } from '../../route.ts';
import { createKeyToConnect } from './create-key.tsx';
import { downloadZip } from './download-zip.ts';
import { connectPage } from './show-connect.tsx';

/** How an owner connects a site. */
export const connect: readonly DashboardRoute[] = [connectPage, createKeyToConnect, downloadZip];
