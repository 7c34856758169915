/** Days (UTC) that are shown, today included; as many before them are there to compare with. */
export const shownDays = 30;
