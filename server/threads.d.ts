declare module '*?thread' {
  /** The address to start a `Worker` from; see `bundle-threads.ts`. */
  const address: string;
  export default address;
}
