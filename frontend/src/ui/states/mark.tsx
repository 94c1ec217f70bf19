/** The logo of Moyan. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="7" className="fill-accent" />
      <path
        fill="#fff"
        d="M16 5.5c3.9 3.6 6.2 7 6.2 10 0 3.5-2.8 6-6.2 6s-6.2-2.5-6.2-6c0-3 2.3-6.4 6.2-10Z"
      />
      <path d="M6.5 24.5h19" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
      <path
        d="M12.7 16c.2 1.5 1.2 2.6 2.7 2.9"
        fill="none"
        className="stroke-accent"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
