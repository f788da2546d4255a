/** A WordPress site that has called the service. */
export interface ClientSite {
  readonly owner_id: string;
  /** Its address, `https://example.com`; empty if its plugin is too old to send it. */
  readonly site: string;
  readonly plugin_version: string;
  /** The day (UTC) of its last call: `2026-11-20`. */
  readonly last_seen_day: string;
}

/** How long a site is listed after its last call, in days. */
export const siteDays = 90;

/** How many sites of an owner are kept: a client may send any address. */
export const sitesOfOwner = 200;

export interface ClientSitesRequest {
  /** Only sites of this owner. */
  readonly ownerId?: string | undefined;
  /** Only sites that were seen on this day (UTC) or later. */
  readonly sinceDay: string;
  /** Without sites whose plugin has this version. */
  readonly exceptVersion?: string | undefined;
  readonly limit: number;
  /** How many sites to skip. */
  readonly offset: number;
}

/** Stores the sites of each owner. */
export interface ClientSites {
  /** Adds or replaces a site. Those of an owner that were not seen for longest make room for it. */
  noteSite(site: ClientSite): Promise<void>;
  /** Sorted by owner, then by site. */
  listSites(request: ClientSitesRequest): Promise<ClientSite[]>;
}
