export const Overview = () => null;
export const Knowledge = () => null;
export const Sites = () => null;
export const Members = () => null;
export const Settings = () => null;
export const Site = () => null;
export const Platform = () => null;
