/** Days (UTC) shown, today included; as many days before them are compared. */
export const shownDays = 30;
