// What both interfaces have in common, with the names and members of the contracts
// (`specs/common`).

export type Money = { amount: number; currency: string };
export type GeoPoint = { latitude: number; longitude: number };
export type Address = {
  line1: string;
  line2?: string;
  city: string;
  district?: string;
  region?: string;
  postal_code?: string;
  country: string;
  location?: GeoPoint;
};
