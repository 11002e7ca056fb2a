/** How a viewer wants a track. */
export interface OutletTrack {
  readonly payloadType: number;
  readonly transportId: number | undefined;
  readonly repeatPayloadType: number | undefined;
  /** Of sound with earlier packets in it; undefined: the viewer takes none. */
  readonly redundantPayloadType?: number | undefined;
}
