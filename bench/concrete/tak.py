def tak(x, y, z):
    if y < x:
        r = tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y))
    else:
        r = z
    return r
def main():
    s = 0
    i = 0
    while i < 180:
        s = s + tak(18, 12, 6)
        i = i + 1
    return s
print(main())
