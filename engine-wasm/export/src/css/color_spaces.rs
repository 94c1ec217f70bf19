//! Conversions between sRGB and the color spaces of CSS Color 4, whose sample code they follow.

/// Parts of a color in one of the spaces that mixing may happen in.
pub(crate) type Parts = [f64; 3];

/// Lightness, chroma and hue in degrees as lightness, a and b.
pub(super) fn polar(light: f64, chroma: f64, hue: f64) -> Parts {
    let angle = hue.to_radians();
    [light, chroma * angle.cos(), chroma * angle.sin()]
}

/// Hue in degrees, saturation and lightness from 0 to 1.
pub(crate) fn hsl_to_srgb([hue, saturation, light]: Parts) -> Parts {
    let amount = saturation * light.min(1.0 - light);
    [0.0, 8.0, 4.0].map(|offset: f64| {
        let position = (offset + hue / 30.0).rem_euclid(12.0);
        light - amount * (position - 3.0).min(9.0 - position).clamp(-1.0, 1.0)
    })
}

/// The inverse of [`hsl_to_srgb`].
pub(crate) fn srgb_to_hsl([red, green, blue]: Parts) -> Parts {
    let (high, low) = (red.max(green).max(blue), red.min(green).min(blue));
    let (light, spread) = ((high + low) / 2.0, high - low);
    if spread == 0.0 {
        return [0.0, 0.0, light];
    }
    let saturation = spread / (1.0 - (2.0 * light - 1.0).abs());
    let hue = if high == red {
        (green - blue) / spread
    } else if high == green {
        (blue - red) / spread + 2.0
    } else {
        (red - green) / spread + 4.0
    };
    [(hue * 60.0).rem_euclid(360.0), saturation, light]
}

/// Hue in degrees, whiteness and blackness from 0 to 1.
pub(super) fn hwb_to_srgb([hue, white, black]: Parts) -> Parts {
    if white + black >= 1.0 {
        return [white / (white + black); 3];
    }
    hsl_to_srgb([hue, 1.0, 0.5]).map(|part| part * (1.0 - white - black) + white)
}

/// The light of an sRGB part.
pub(super) fn linear(part: f64) -> f64 {
    if part.abs() <= 0.040_45 {
        part / 12.92
    } else {
        part.signum() * ((part.abs() + 0.055) / 1.055).powf(2.4)
    }
}

/// The sRGB part of an amount of light.
pub(super) fn gamma(part: f64) -> f64 {
    if part.abs() <= 0.003_130_8 {
        part * 12.92
    } else {
        part.signum() * (1.055 * part.abs().powf(1.0 / 2.4) - 0.055)
    }
}

fn times(matrix: [Parts; 3], [x, y, z]: Parts) -> Parts {
    matrix.map(|[a, b, c]| a * x + b * y + c * z)
}

/// Display P3, every part from 0 to 1.
pub(super) fn p3_to_srgb(parts: Parts) -> Parts {
    times(
        [
            [1.224_940, -0.224_940, 0.0],
            [-0.042_057, 1.042_057, 0.0],
            [-0.019_638, -0.078_636, 1.098_274],
        ],
        parts.map(linear),
    )
    .map(gamma)
}

/// CIE Lab with the D50 white point of CSS.
pub(super) fn lab_to_srgb([light, a, b]: Parts) -> Parts {
    let (kappa, epsilon) = (24_389.0 / 27.0, 216.0 / 24_389.0);
    let y = (light + 16.0) / 116.0;
    let (x, z) = (a / 500.0 + y, y - b / 200.0);
    let cube = |part: f64| {
        if part.powi(3) > epsilon {
            part.powi(3)
        } else {
            (116.0 * part - 16.0) / kappa
        }
    };
    let bright = if light > kappa * epsilon {
        y.powi(3)
    } else {
        light / kappa
    };
    let d50 = [cube(x) * 0.964_295_7, bright, cube(z) * 0.825_104_6];
    times(
        [
            [3.134_136, -1.617_386, -0.490_662],
            [-0.978_795, 1.916_254, 0.033_443],
            [0.071_955, -0.228_977, 1.405_386],
        ],
        d50,
    )
    .map(gamma)
}

/// OKLab, lightness from 0 to 1.
pub(super) fn oklab_to_srgb([light, a, b]: Parts) -> Parts {
    let cones = [
        light + 0.396_337_777_4 * a + 0.215_803_757_3 * b,
        light - 0.105_561_345_8 * a - 0.063_854_172_8 * b,
        light - 0.089_484_177_5 * a - 1.291_485_548 * b,
    ]
    .map(|cone| cone.powi(3));
    times(
        [
            [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2],
            [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
            [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701],
        ],
        cones,
    )
    .map(gamma)
}

/// The inverse of [`oklab_to_srgb`].
pub(super) fn srgb_to_oklab(parts: Parts) -> Parts {
    let cones = times(
        [
            [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
            [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
            [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
        ],
        parts.map(linear),
    )
    .map(f64::cbrt);
    times(
        [
            [0.210_454_255_3, 0.793_617_785, -0.004_072_046_8],
            [1.977_998_495_1, -2.428_592_205, 0.450_593_709_9],
            [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766],
        ],
        cones,
    )
}
