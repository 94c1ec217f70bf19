/** A module of it adds what the browser lacks, and exports nothing that is used. */
declare module 'core-js/actual/*';
